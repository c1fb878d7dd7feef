package io.chameleon.policy.ledger;

import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;

/**
 * How a policy looks ahead: the assumptions of its {@link WearLedger}.
 *
 * @param horizonEpochs how many epochs of writes are added to the wear so far
 * @param rates how often each object will be written
 * @param garbage the cost of a page write by fill
 * @param byRatedErases whether wear is counted as a share of each device's rated erases, or as plain erases
 * @param relievesSource whether data that moves stops wearing its source (reading 4); as printed, it does not stop
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
     * The paper's: one epoch ahead, heat taken literally (reading 5), Eq. 2 at any fill. Both sides of a move are
     * counted, unless the plan follows the printed algorithms (reading 4).
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

    /** The outlook of {@code predictive}: see {@link WearLedger}. */
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
