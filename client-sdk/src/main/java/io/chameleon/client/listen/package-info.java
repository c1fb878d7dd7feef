/**
 * Who follows the operations of a client: metrics and traces. Part of the API.
 *
 * <p>In: each operation as it begins. Out: what became of it, with its time, bytes and retries.
 *
 * <p>Start at {@link io.chameleon.client.listen.ClientListener}.
 *
 * <p>Invariant: a listener changes no operation and delays none that has begun.
 */
@NullMarked
package io.chameleon.client.listen;

import org.jspecify.annotations.NullMarked;
