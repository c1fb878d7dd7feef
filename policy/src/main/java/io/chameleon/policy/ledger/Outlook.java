package io.chameleon.policy.ledger;

import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;

/**
 * How a policy looks ahead: what of {@link WearLedger} is a matter of opinion.
 *
 * @param horizonEpochs how many epochs of writes are added to the wear so far
 * @param rates how often each object will be written
 * @param garbage what a page write costs on a device more or less full
 * @param byRatedErases whether wear is counted as a share of what each device is rated for, or as plain erases
 * @param relievesSource whether what moves away no longer wears its source (reading 4); as printed it does
 * @param maxFill share of its logical capacity to which a plan may fill a server
 * @param maxFillOverMean how much fuller than the mean a plan may make a server, a factor
 */
public record Outlook(
        int horizonEpochs,
        WriteRates rates,
        GarbageModel garbage,
        boolean byRatedErases,
        boolean relievesSource,
        double maxFill,
        double maxFillOverMean) {

    /**
     * The paper's: one epoch ahead, each heat at its word (reading 5), Eq. 2 whatever the fill. Both sides of a move are counted,
     * unless it is to be as printed (reading 4).
     */
    public static Outlook ofPaper(ClusterSnapshot snapshot, PolicyConfig config) {
        return new Outlook(
                1,
                WriteRates.asSeen(),
                GarbageModel.asPrinted(snapshot.servers()),
                false,
                !config.asPrinted(),
                config.maxFill(),
                Double.POSITIVE_INFINITY);
    }

    /** That of {@code predictive}: see {@link WearLedger}. */
    static Outlook predictive(ClusterSnapshot snapshot, PolicyConfig config) {
        return new Outlook(
                config.horizonEpochs(),
                WriteRates.of(snapshot),
                GarbageModel.of(snapshot.servers()),
                true,
                true,
                config.maxFill(),
                config.maxFillOverMean());
    }
}
