package io.chameleon.policy;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;

/**
 * Knobs of the wear policies. {@link #defaults()} says what each is by default, {@link Builder} sets them, and {@link PolicyKnobs}
 * knows them by name. No two policies read one knob with different intentions.
 *
 * @param sigmaArpt {@code chameleon}: forecast σ above which ARPT acts, a fraction of the mean erases (reading 7)
 * @param sigmaHcds {@code chameleon}: forecast σ above which HCDS acts and down to which it plans, a fraction of the mean erases (reading 7)
 * @param heatHot {@code chameleon}: ℓ_hot, heat from which on an object is hot, writes, decayed (Eq. 1; reading 8)
 * @param swapsPerEpoch {@code chameleon}: most swaps HCDS plans at a time, each of one fragment and at most one partner (reading 4)
 * @param hcdsFromEpoch {@code chameleon}: first epoch in which HCDS acts
 * @param coldMigrationFragments {@code chameleon}: most fragments a plan copies in bulk
 * @param asPrinted {@code chameleon}: whether to plan as Algorithms 1 and 2 are printed: the target's erases only ever rise (reading 4)
 * @param horizonEpochs {@code predictive}: how far ahead wear is made even, epochs; see {@link WearLedger}
 * @param evenEnough {@code predictive}: forecast σ down to which it plans, a share of the wear of an epoch
 * @param movesPerServer {@code predictive}: most fragments a plan moves, times the servers
 * @param maxFillOverMean {@code predictive}: how much fuller than the mean a plan may make a server, a factor; garbage collection pays for more
 * @param maxExtraWrites {@code predictive}: share of the cluster's page writes that hot objects may cost more under REP than under EC
 * @param bulkWrites {@code predictive}: share of the cluster's page writes that bulk copies of an epoch may come to
 * @param maxFill share of its logical capacity to which a plan may fill a server, pending intents included
 * @param intentExpiryEpochs epochs after which an intent that nobody wrote is withdrawn
 * @param coldMigrationAfterEpochs epochs after which an intent that nobody wrote may be carried out in bulk
 * @param rivals knobs of the policies these are compared with
 */
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
        RivalConfig rivals) {

    /** ℓ_hot where objects begin as stripes: what is hot then is the very hottest (reading of the paper's Figure 8). */
    private static final double HEAT_HOT_FROM_EC = 256;

    /** ℓ_hot where objects begin as replicas: what is to stay so. */
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

    public static PolicyConfig defaults() {
        return new Builder().build();
    }

    /** The defaults with the paper's ℓ_hot for a cluster whose objects begin under this policy. */
    public static PolicyConfig faithful(RedundancyPolicy initial) {
        return builder(initial).build();
    }

    /** Starts from {@link #faithful}. */
    public static Builder builder(RedundancyPolicy initial) {
        return builder().heatHot(initial == RedundancyPolicy.EC ? HEAT_HOT_FROM_EC : HEAT_HOT_FROM_REP);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Starts from the defaults. Not safe from several threads. */
    public static final class Builder {
        private double sigmaArpt = 0.05;
        private double sigmaHcds = 0.02;
        private double heatHot = HEAT_HOT_FROM_EC;
        private int swapsPerEpoch = 400;
        private int hcdsFromEpoch = 5;
        private int coldMigrationFragments = 500;
        private boolean asPrinted;
        private int horizonEpochs = 4;
        private double evenEnough = 0.05;
        private int movesPerServer = 32;
        private double maxFillOverMean = 1.15;
        private double maxExtraWrites = 0;
        private double bulkWrites = 0.05;
        private double maxFill = 0.92;
        private int intentExpiryEpochs = 8;
        private int coldMigrationAfterEpochs = 8;
        private RivalConfig rivals = RivalConfig.defaults();

        private Builder() {}

        /**
         * Sets the knob called {@code name} from text; see {@link PolicyKnobs}.
         *
         * @throws IllegalArgumentException if there is no such knob or the text is no value of it, in one line
         */
        public Builder set(String name, String value) {
            PolicyKnobs.named(name).setter().accept(this, value);
            return this;
        }

        public Builder sigmaArpt(double value) {
            sigmaArpt = value;
            return this;
        }

        public Builder sigmaHcds(double value) {
            sigmaHcds = value;
            return this;
        }

        public Builder heatHot(double value) {
            heatHot = value;
            return this;
        }

        public Builder swapsPerEpoch(int value) {
            swapsPerEpoch = value;
            return this;
        }

        public Builder hcdsFromEpoch(int value) {
            hcdsFromEpoch = value;
            return this;
        }

        public Builder coldMigrationFragments(int value) {
            coldMigrationFragments = value;
            return this;
        }

        public Builder asPrinted(boolean value) {
            asPrinted = value;
            return this;
        }

        public Builder horizonEpochs(int value) {
            horizonEpochs = value;
            return this;
        }

        public Builder evenEnough(double value) {
            evenEnough = value;
            return this;
        }

        public Builder movesPerServer(int value) {
            movesPerServer = value;
            return this;
        }

        public Builder maxFillOverMean(double value) {
            maxFillOverMean = value;
            return this;
        }

        public Builder maxExtraWrites(double value) {
            maxExtraWrites = value;
            return this;
        }

        public Builder bulkWrites(double value) {
            bulkWrites = value;
            return this;
        }

        public Builder maxFill(double value) {
            maxFill = value;
            return this;
        }

        public Builder intentExpiryEpochs(int value) {
            intentExpiryEpochs = value;
            return this;
        }

        public Builder coldMigrationAfterEpochs(int value) {
            coldMigrationAfterEpochs = value;
            return this;
        }

        /** Of {@link RivalConfig#edmLambda}. */
        public Builder edmLambda(double value) {
            rivals = rivals.withEdm(value, rivals.edmCumulative());
            return this;
        }

        public Builder rivals(RivalConfig value) {
            rivals = value;
            return this;
        }

        public PolicyConfig build() {
            return new PolicyConfig(
                    sigmaArpt,
                    sigmaHcds,
                    heatHot,
                    swapsPerEpoch,
                    hcdsFromEpoch,
                    coldMigrationFragments,
                    asPrinted,
                    horizonEpochs,
                    evenEnough,
                    movesPerServer,
                    maxFillOverMean,
                    maxExtraWrites,
                    bulkWrites,
                    maxFill,
                    intentExpiryEpochs,
                    coldMigrationAfterEpochs,
                    rivals);
        }
    }
}
