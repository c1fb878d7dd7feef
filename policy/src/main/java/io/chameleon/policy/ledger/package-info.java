/**
 * What is made even: the wear and the fill that each server will have, as a plan grows.
 *
 * <p>In: a {@link io.chameleon.policy.ClusterSnapshot}, how the policy looks ahead ({@link io.chameleon.policy.ledger.Outlook}), and
 * the changes it decides. Out: forecasts, the servers in their order of wear, the room they have.
 *
 * <p>Start at {@link io.chameleon.policy.ledger.WearLedger}, then {@code WriteRates} (how often an object will be written),
 * {@code GarbageModel} (what a page write costs) and {@code UnlistedWrites} (what the snapshot does not list).
 *
 * <p>Invariant: an intent that waits for its write is counted once, at its destination; so no plan decides it a second time.
 */
@NullMarked
package io.chameleon.policy.ledger;

import org.jspecify.annotations.NullMarked;
