/**
 * Chooses the servers of a new object by consistent hashing, with the same result on every machine.
 *
 * <p>In: a key and the known servers. Out: an order of preference over the servers.
 *
 * <p>Start at {@link PlacementRing}, then {@link Crowding}: what to do about a placement that one loss would take.
 *
 * <p>Invariant: the servers of one placement are distinct.
 */
@NullMarked
package io.chameleon.core.placement;

import org.jspecify.annotations.NullMarked;
