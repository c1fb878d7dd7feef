/**
 * How the SDK works inside: what all operations share, and a change of the mapping table. Not part of the API.
 *
 * <p>In: the operations of {@link io.chameleon.client}. Out: requests to metadata and flash servers. Start at {@link
 * io.chameleon.client.internal.ClientContext}; {@code call} holds time and repetition, {@code cluster} what the client
 * knows of the cluster, {@code read} and {@code write} the two data paths.
 *
 * <p>Invariant: no request outlives the operation it was made for.
 */
@NullMarked
package io.chameleon.client.internal;

import org.jspecify.annotations.NullMarked;
