/**
 * The services of other processes as Java methods: flash servers for all callers, metadata for clients, balancer and
 * reaper.
 *
 * <p>In: an {@link io.chameleon.transport.rpc.RpcClient} and core's types. Out: futures of core's types, failed with
 * {@link io.chameleon.core.error.ChameleonError}; the remote tables of the balancer block instead.
 *
 * <p>Start at {@link io.chameleon.transport.client.MetadataClient} and
 * {@link io.chameleon.transport.client.FlashClient}.
 *
 * <p>Invariant: a request that may have been executed is sent again only if it is idempotent.
 */
@NullMarked
package io.chameleon.transport.client;

import org.jspecify.annotations.NullMarked;
