/**
 * Which servers a new object goes to: consistent hashing, the same answer on every machine.
 *
 * <p>In: a key and the known servers. Out: an order of preference over the servers.
 *
 * <p>Start at {@link PlacementRing}.
 *
 * <p>Invariant: the servers of one placement are distinct.
 */
@NullMarked
package io.chameleon.core.placement;

import org.jspecify.annotations.NullMarked;
