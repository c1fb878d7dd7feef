package io.chameleon.policy;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Parameters of the wear policies. {@link #defaults()} has the default of each, and {@code PolicyKnobs} finds them by
 * name. A parameter has the same meaning for every policy that reads it.
 *
 * @param sigmaArpt {@code chameleon}: forecast σ above which ARPT acts, a fraction of the mean erases (reading 7)
 * @param sigmaHcds {@code chameleon}: forecast σ above which HCDS acts and down to which it plans, a fraction of the
 *     mean erases (reading 7)
 * @param heatHot {@code chameleon}: ℓ_hot, heat from which an object is hot, in decayed writes (Eq. 1; reading 8)
 * @param swapsPerEpoch {@code chameleon}: most swaps that HCDS plans at a time, each of one fragment and at most one
 *     partner (reading 4)
 * @param hcdsFromEpoch {@code chameleon}: first epoch in which HCDS acts
 * @param coldMigrationFragments {@code chameleon}: most fragments a plan copies in bulk
 * @param asPrinted {@code chameleon}: whether to plan as Algorithms 1 and 2 are printed: the target's erases only ever
 *     rise (reading 4)
 * @param horizonEpochs {@code predictive}: for how many epochs ahead wear is evened out; see {@code WearLedger}
 * @param evenEnough {@code predictive}: forecast σ at which planning stops, a share of the wear of an epoch
 * @param movesPerServer {@code predictive}: most fragments that a plan moves, per server
 * @param maxFillOverMean {@code predictive}: how much fuller than the mean a plan may make a server, a factor; beyond
 *     it garbage collection gets expensive
 * @param maxExtraWrites {@code predictive}: share of the cluster's page writes that hot objects may cost more under REP
 *     than under EC
 * @param bulkWrites {@code predictive}: share of the cluster's page writes that bulk copies may reach in an epoch
 * @param maxFill share of its logical capacity to which a plan may fill a server, pending intents included
 * @param intentExpiryEpochs epochs after which an unwritten intent is withdrawn
 * @param coldMigrationAfterEpochs epochs after which an unwritten intent may be carried out in bulk
 * @param rivals parameters of the policies that these are compared with
 */
@RecordBuilder
public record PolicyConfig(
        double sigmaArpt,
        double sigmaHcds,
        double heatHot,
        int swapsPerEpoch,
        int hcdsFromEpoch,
        int coldMigrationFragments,
        boolean asPrinted,
        int horizonEpochs,
        double evenEnough,
        int movesPerServer,
        double maxFillOverMean,
        double maxExtraWrites,
        double bulkWrites,
        double maxFill,
        int intentExpiryEpochs,
        int coldMigrationAfterEpochs,
        RivalConfig rivals)
        implements PolicyConfigBuilder.With {

    /** ℓ_hot if objects begin as stripes: only the very hottest are hot (by the paper's Figure 8). */
    private static final double HEAT_HOT_FROM_EC = 256;

    /** ℓ_hot if objects begin as replicas: hot objects stay replicas. */
    private static final double HEAT_HOT_FROM_REP = 32;

    private static final int MAX_EPOCHS = 1_000_000;

    public PolicyConfig {
        Require.that(sigmaArpt >= 0, "sigma-arpt", sigmaArpt, "0 or more, a fraction of the mean erases");
        Require.that(sigmaHcds >= 0, "sigma-hcds", sigmaHcds, "0 or more, a fraction of the mean erases");
        Require.that(heatHot > 0, "heat-hot", heatHot, "more than 0 writes, decayed");
        Require.that(swapsPerEpoch >= 0, "swaps-per-epoch", swapsPerEpoch, "0 or more");
        Require.that(hcdsFromEpoch >= 0, "hcds-from-epoch", hcdsFromEpoch, "0 or more");
        Require.that(
                coldMigrationFragments >= 0,
                "cold-migration-fragments",
                coldMigrationFragments,
                "0 (no cold migration) or more");
        requireEpochs("horizon-epochs", horizonEpochs);
        Require.that(evenEnough >= 0, "even-enough", evenEnough, "0 or more, a share of the wear of an epoch");
        Require.that(movesPerServer >= 0 && movesPerServer <= 10_000, "moves-per-server", movesPerServer, "0 to 10000");
        Require.that(maxFillOverMean >= 1, "max-fill-over-mean", maxFillOverMean, "1 or more");
        Require.that(maxExtraWrites >= 0, "max-extra-writes", maxExtraWrites, "0 or more, a share of all writes");
        Require.that(bulkWrites >= 0, "bulk-writes", bulkWrites, "0 (no bulk copies) or more, a share of all writes");
        Require.that(maxFill > 0 && maxFill <= 1, "max-fill", maxFill, "above 0, at most 1");
        requireEpochs("intent-expiry-epochs", intentExpiryEpochs);
        Require.that(
                coldMigrationAfterEpochs >= 1 && coldMigrationAfterEpochs <= intentExpiryEpochs,
                "cold-migration-after-epochs",
                coldMigrationAfterEpochs,
                "1 to intent-expiry-epochs (" + intentExpiryEpochs + ")");
    }

    private static void requireEpochs(String what, int epochs) {
        Require.that(epochs >= 1 && epochs <= MAX_EPOCHS, what, epochs, "1 to " + MAX_EPOCHS);
    }

    /** The default of each parameter. */
    public static PolicyConfig defaults() {
        return PolicyConfigBuilder.builder()
                .sigmaArpt(0.05)
                .sigmaHcds(0.02)
                .heatHot(HEAT_HOT_FROM_EC)
                .swapsPerEpoch(400)
                .hcdsFromEpoch(5)
                .coldMigrationFragments(500)
                .asPrinted(false)
                .horizonEpochs(4)
                .evenEnough(0.05)
                .movesPerServer(32)
                .maxFillOverMean(1.15)
                .maxExtraWrites(0)
                .bulkWrites(0.05)
                .maxFill(0.92)
                .intentExpiryEpochs(8)
                .coldMigrationAfterEpochs(8)
                .rivals(RivalConfig.defaults())
                .build();
    }

    /** The defaults with the paper's ℓ_hot for a cluster whose objects begin under this policy. */
    public static PolicyConfig faithful(RedundancyPolicy initial) {
        return defaults().withHeatHot(initial == RedundancyPolicy.EC ? HEAT_HOT_FROM_EC : HEAT_HOT_FROM_REP);
    }
}
