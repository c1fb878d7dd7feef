/**
 * What operations of the SDK are made of, below reads and writes: time limits, cancellation, repetition. Not part of the API.
 *
 * <p>In: requests that may fail. Out: their answers, within a deadline. Start at {@link io.chameleon.client.internal.Scope},
 * then {@link io.chameleon.client.internal.Retry}; {@link io.chameleon.client.internal.ClientContext} lists what is shared.
 *
 * <p>Invariant: no request outlives the operation it was made for.
 */
@NullMarked
package io.chameleon.client.internal;

import org.jspecify.annotations.NullMarked;
