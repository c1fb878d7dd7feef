/**
 * {@code chameleon demo}: the same real workload on fresh clusters, one without wear balancing and one for each policy,
 * side by side.
 *
 * <p>In: a directory tree and a block trace. Out: wear, latency and states of all passes, charts, and the verdict
 * whether every acknowledged object was read back.
 *
 * <p>Start at {@link io.chameleon.lab.demo.Demo}, then {@link io.chameleon.lab.demo.Pass} (one policy from boot to
 * verdict).
 *
 * <p>Invariant: all passes see the same requests in the same order per object.
 */
@NullMarked
package io.chameleon.lab.demo;

import org.jspecify.annotations.NullMarked;
