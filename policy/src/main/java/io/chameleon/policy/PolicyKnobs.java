package io.chameleon.policy;

import java.util.List;

/** Every knob of {@link PolicyConfig} by its name, in the order in which documents list them. */
public final class PolicyKnobs {
    private static final List<PolicyKnob> ALL = List.of(
            PolicyKnob.number(
                    "sigma-arpt",
                    "chameleon: forecast deviation of wear above which redundancy is adapted (ARPT), a fraction of the mean erases",
                    PolicyConfig::sigmaArpt,
                    PolicyConfig.Builder::sigmaArpt),
            PolicyKnob.number(
                    "sigma-hcds",
                    "chameleon: forecast deviation of wear above which hot and cold data swap (HCDS), a fraction of the mean erases",
                    PolicyConfig::sigmaHcds,
                    PolicyConfig.Builder::sigmaHcds),
            PolicyKnob.number(
                    "heat-hot",
                    "chameleon: heat from which on an object is hot, writes, decayed",
                    PolicyConfig::heatHot,
                    PolicyConfig.Builder::heatHot),
            PolicyKnob.count(
                    "swaps-per-epoch",
                    "chameleon: most swaps planned at a time",
                    PolicyConfig::swapsPerEpoch,
                    PolicyConfig.Builder::swapsPerEpoch),
            PolicyKnob.count(
                    "hcds-from-epoch",
                    "chameleon: first epoch in which HCDS acts",
                    PolicyConfig::hcdsFromEpoch,
                    PolicyConfig.Builder::hcdsFromEpoch),
            PolicyKnob.count(
                    "cold-migration-fragments",
                    "chameleon: most fragments a plan copies in bulk; 0 for none",
                    PolicyConfig::coldMigrationFragments,
                    PolicyConfig.Builder::coldMigrationFragments),
            PolicyKnob.flag(
                    "as-printed",
                    "chameleon: plan as the paper's algorithms are printed, where erases of the target only ever rise",
                    PolicyConfig::asPrinted,
                    PolicyConfig.Builder::asPrinted),
            PolicyKnob.count(
                    "horizon-epochs",
                    "predictive: how far ahead wear is made even, epochs",
                    PolicyConfig::horizonEpochs,
                    PolicyConfig.Builder::horizonEpochs),
            PolicyKnob.number(
                    "even-enough",
                    "predictive: forecast deviation of wear down to which it plans, a share of the wear of an epoch",
                    PolicyConfig::evenEnough,
                    PolicyConfig.Builder::evenEnough),
            PolicyKnob.count(
                    "moves-per-server",
                    "predictive: most fragments a plan moves, for each server of the cluster",
                    PolicyConfig::movesPerServer,
                    PolicyConfig.Builder::movesPerServer),
            PolicyKnob.number(
                    "max-fill-over-mean",
                    "predictive: how much fuller than the mean a plan may make a server, a factor",
                    PolicyConfig::maxFillOverMean,
                    PolicyConfig.Builder::maxFillOverMean),
            PolicyKnob.number(
                    "max-extra-writes",
                    "predictive: share of the cluster's writes that hot objects may cost more under REP than under EC",
                    PolicyConfig::maxExtraWrites,
                    PolicyConfig.Builder::maxExtraWrites),
            PolicyKnob.number(
                    "bulk-writes",
                    "predictive: share of the cluster's writes that bulk copies of an epoch may come to; 0 for none",
                    PolicyConfig::bulkWrites,
                    PolicyConfig.Builder::bulkWrites),
            PolicyKnob.number(
                    "edm-lambda",
                    "edm-hdf and edm-cdf: deviation of an epoch's erases above which they act, a fraction of the mean",
                    config -> config.rivals().edmLambda(),
                    PolicyConfig.Builder::edmLambda),
            PolicyKnob.number(
                    "max-fill",
                    "share of its capacity to which a plan may fill a server",
                    PolicyConfig::maxFill,
                    PolicyConfig.Builder::maxFill),
            PolicyKnob.count(
                    "intent-expiry-epochs",
                    "epochs after which an intent that nobody wrote is withdrawn",
                    PolicyConfig::intentExpiryEpochs,
                    PolicyConfig.Builder::intentExpiryEpochs),
            PolicyKnob.count(
                    "cold-migration-after-epochs",
                    "epochs after which an intent that nobody wrote may be carried out in bulk",
                    PolicyConfig::coldMigrationAfterEpochs,
                    PolicyConfig.Builder::coldMigrationAfterEpochs));

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
