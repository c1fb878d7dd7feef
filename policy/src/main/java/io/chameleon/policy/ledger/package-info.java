/**
 * The quantities that planners even out: each server's predicted wear and fill, as a plan grows.
 *
 * <p>In: a {@link io.chameleon.policy.ClusterSnapshot}, how the policy looks ahead
 * ({@link io.chameleon.policy.ledger.Outlook}), and the changes it decides. Out: forecasts, the servers sorted by wear,
 * their free room.
 *
 * <p>Start at {@link io.chameleon.policy.ledger.WearLedger}, then {@code WriteRates} (how often an object will be
 * written), {@code FragmentLoad} (what a fragment brings to a server), {@code GarbageModel} (the cost of a page write)
 * and {@code UnlistedWrites} (objects that the snapshot does not list).
 *
 * <p>Invariant: an intent that waits for its write is counted once, at its destination; so no plan makes it a second
 * time.
 */
@NullMarked
package io.chameleon.policy.ledger;

import org.jspecify.annotations.NullMarked;
