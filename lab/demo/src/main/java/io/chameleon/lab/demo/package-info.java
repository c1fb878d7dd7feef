/**
 * {@code chameleon demo}: the same real workload on two fresh clusters, without and with wear balancing, side by side.
 *
 * <p>In: a directory tree and a block trace. Out: wear, latency and states of both passes, charts, and the verdict that every
 * acknowledged object was read back.
 *
 * <p>Start at {@link io.chameleon.lab.demo.Demo}, then {@link io.chameleon.lab.demo.Pass} (one policy from boot to verdict).
 *
 * <p>Invariant: both passes see the same requests in the same order per object.
 */
@NullMarked
package io.chameleon.lab.demo;

import org.jspecify.annotations.NullMarked;
