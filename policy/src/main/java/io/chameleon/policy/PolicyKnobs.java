package io.chameleon.policy;

import java.util.List;

/** Every knob of {@link PolicyConfig} by its name, in the order in which documents list them. */
public final class PolicyKnobs {
    private static final List<PolicyKnob> ALL = List.of(
            PolicyKnob.number(
                    "sigma-arpt",
                    "forecast deviation of wear above which redundancy is adapted (ARPT), a fraction of the mean erases",
                    PolicyConfig::sigmaArpt,
                    PolicyConfig.Builder::sigmaArpt),
            PolicyKnob.number(
                    "sigma-hcds",
                    "forecast deviation of wear above which hot and cold data swap (HCDS), a fraction of the mean erases",
                    PolicyConfig::sigmaHcds,
                    PolicyConfig.Builder::sigmaHcds),
            PolicyKnob.number(
                    "heat-hot",
                    "heat from which on an object is hot, writes, decayed",
                    PolicyConfig::heatHot,
                    PolicyConfig.Builder::heatHot),
            PolicyKnob.count(
                    "swaps-per-epoch",
                    "most swaps planned at a time",
                    PolicyConfig::swapsPerEpoch,
                    PolicyConfig.Builder::swapsPerEpoch),
            PolicyKnob.count(
                    "hcds-from-epoch",
                    "first epoch in which HCDS acts",
                    PolicyConfig::hcdsFromEpoch,
                    PolicyConfig.Builder::hcdsFromEpoch),
            PolicyKnob.count(
                    "horizon-epochs",
                    "how far ahead wear is made even, epochs",
                    PolicyConfig::horizonEpochs,
                    PolicyConfig.Builder::horizonEpochs),
            PolicyKnob.count(
                    "intent-expiry-epochs",
                    "epochs after which an intent that nobody wrote is withdrawn",
                    PolicyConfig::intentExpiryEpochs,
                    PolicyConfig.Builder::intentExpiryEpochs),
            PolicyKnob.count(
                    "cold-migration-after-epochs",
                    "epochs after which an intent that nobody wrote may be carried out in bulk",
                    PolicyConfig::coldMigrationAfterEpochs,
                    PolicyConfig.Builder::coldMigrationAfterEpochs),
            PolicyKnob.count(
                    "cold-migration-fragments",
                    "most fragments a plan copies in bulk; 0 for none",
                    PolicyConfig::coldMigrationFragments,
                    PolicyConfig.Builder::coldMigrationFragments),
            PolicyKnob.number(
                    "max-fill",
                    "share of its capacity to which a plan may fill a server",
                    PolicyConfig::maxFill,
                    PolicyConfig.Builder::maxFill),
            PolicyKnob.number(
                    "max-fill-over-mean",
                    "how much fuller than the mean a plan may make a server, a factor",
                    PolicyConfig::maxFillOverMean,
                    PolicyConfig.Builder::maxFillOverMean),
            PolicyKnob.number(
                    "max-extra-writes",
                    "share of the cluster's writes that hot objects may cost more under REP than under EC",
                    PolicyConfig::maxExtraWrites,
                    PolicyConfig.Builder::maxExtraWrites),
            PolicyKnob.flag(
                    "as-printed",
                    "plan exactly as the paper's algorithms are printed; for comparison",
                    PolicyConfig::asPrinted,
                    PolicyConfig.Builder::asPrinted));

    private PolicyKnobs() {}

    public static List<PolicyKnob> all() {
        return ALL;
    }

    /**
     * The knob called {@code name}.
     *
     * @throws IllegalArgumentException if there is none, naming those there are
     */
    public static PolicyKnob named(String name) {
        return ALL.stream()
                .filter(knob -> knob.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("policy knob: '" + name + "' given, expected one of "
                        + String.join(", ", ALL.stream().map(PolicyKnob::name).toList())));
    }
}
