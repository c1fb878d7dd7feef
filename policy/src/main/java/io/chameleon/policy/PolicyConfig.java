package io.chameleon.policy;

import io.chameleon.core.Require;

/**
 * Knobs of the wear policies. {@link #defaults()} says what each is by default and {@link Builder} sets them by name.
 *
 * @param sigmaArpt forecast σ above which ARPT acts, a fraction of the mean erases (reading 7)
 * @param sigmaHcds forecast σ above which HCDS acts and down to which it plans, a fraction of the mean erases (reading 7)
 * @param heatHot ℓ_hot: heat from which on an object is hot, writes, decayed (Eq. 1; reading 8)
 * @param swapsPerEpoch most swaps HCDS plans at a time, each of one fragment and at most one partner (reading 4)
 * @param hcdsFromEpoch first epoch in which HCDS acts
 * @param horizonEpochs how far ahead wear is made even, epochs; see {@link WearLedger}
 * @param intentExpiryEpochs epochs after which an intent that nobody wrote is withdrawn
 * @param coldMigrationAfterEpochs epochs after which an intent that nobody wrote may be carried out in bulk
 * @param coldMigrationFragments most fragments a plan copies in bulk
 * @param maxFill share of its logical capacity to which a plan may fill a server, pending intents included
 * @param maxFillOverMean how much fuller than the mean a plan may make a server, a factor; garbage collection pays for more
 * @param maxExtraWrites share of the cluster's page writes that hot objects may cost more under REP than under EC; 1 or more
 *     leaves it to ℓ_hot alone, as the paper does
 * @param asPrinted whether to plan as Algorithms 1 and 2 are printed: the target's erases only ever rise, a step is taken even
 *     if it raises σ, and one epoch is looked ahead (reading 4)
 * @param rivals knobs of the policies this one is compared with
 */
public record PolicyConfig(
        double sigmaArpt,
        double sigmaHcds,
        double heatHot,
        int swapsPerEpoch,
        int hcdsFromEpoch,
        int horizonEpochs,
        int intentExpiryEpochs,
        int coldMigrationAfterEpochs,
        int coldMigrationFragments,
        double maxFill,
        double maxFillOverMean,
        double maxExtraWrites,
        boolean asPrinted,
        RivalConfig rivals) {

    private static final int MAX_EPOCHS = 1_000_000;

    public PolicyConfig {
        Require.that(sigmaArpt >= 0, "sigma-arpt", sigmaArpt, "0 or more, a fraction of the mean erases");
        Require.that(sigmaHcds >= 0, "sigma-hcds", sigmaHcds, "0 or more, a fraction of the mean erases");
        Require.that(heatHot > 0, "heat-hot", heatHot, "more than 0 writes, decayed");
        Require.that(swapsPerEpoch >= 0, "swaps-per-epoch", swapsPerEpoch, "0 or more");
        Require.that(hcdsFromEpoch >= 0, "hcds-from-epoch", hcdsFromEpoch, "0 or more");
        requireEpochs("horizon-epochs", horizonEpochs);
        requireEpochs("intent-expiry-epochs", intentExpiryEpochs);
        Require.that(
                coldMigrationAfterEpochs >= 1 && coldMigrationAfterEpochs <= intentExpiryEpochs,
                "cold-migration-after-epochs",
                coldMigrationAfterEpochs,
                "1 to intent-expiry-epochs (" + intentExpiryEpochs + ")");
        Require.that(
                coldMigrationFragments >= 0,
                "cold-migration-fragments",
                coldMigrationFragments,
                "0 (no cold migration) or more");
        Require.that(maxFill > 0 && maxFill <= 1, "max-fill", maxFill, "above 0, at most 1");
        Require.that(maxFillOverMean >= 1, "max-fill-over-mean", maxFillOverMean, "1 or more");
        Require.that(maxExtraWrites >= 0, "max-extra-writes", maxExtraWrites, "0 or more, a share of all writes");
    }

    private static void requireEpochs(String what, int epochs) {
        Require.that(epochs >= 1 && epochs <= MAX_EPOCHS, what, epochs, "1 to " + MAX_EPOCHS);
    }

    public static PolicyConfig defaults() {
        return new Builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Starts from the defaults. Not safe from several threads. */
    public static final class Builder {
        private double sigmaArpt = 0.05;
        private double sigmaHcds = 0.01;
        private double heatHot = 256;
        private int swapsPerEpoch = 400;
        private int hcdsFromEpoch = 1;
        private int horizonEpochs = 10;
        private int intentExpiryEpochs = 8;
        private int coldMigrationAfterEpochs = 8;
        private int coldMigrationFragments = 500;
        private double maxFill = 0.92;
        private double maxFillOverMean = 1.15;
        private double maxExtraWrites = 0.02;
        private boolean asPrinted;
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

        public Builder horizonEpochs(int value) {
            horizonEpochs = value;
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

        public Builder coldMigrationFragments(int value) {
            coldMigrationFragments = value;
            return this;
        }

        public Builder maxFill(double value) {
            maxFill = value;
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

        public Builder asPrinted(boolean value) {
            asPrinted = value;
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
                    horizonEpochs,
                    intentExpiryEpochs,
                    coldMigrationAfterEpochs,
                    coldMigrationFragments,
                    maxFill,
                    maxFillOverMean,
                    maxExtraWrites,
                    asPrinted,
                    rivals);
        }
    }
}
