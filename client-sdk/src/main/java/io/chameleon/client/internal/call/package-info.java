/**
 * Calls and their time: deadlines, retries, cancellation, the limit of calls under way, when to hedge. Not part of the
 * API.
 *
 * <p>In: steps of an operation as futures. Out: one future for the operation.
 *
 * <p>Start at {@link io.chameleon.client.internal.call.Scope}, then {@code Deadline} and {@code Retry}.
 *
 * <p>Invariant: when an operation ends, its scope cancels every step that still runs.
 */
@NullMarked
package io.chameleon.client.internal.call;

import org.jspecify.annotations.NullMarked;
