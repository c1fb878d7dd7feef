package io.chameleon.policy.choice;

import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.PolicyConfigBuilder;
import java.util.List;
import java.util.Map;

/** Every parameter of {@link PolicyConfig} by name, in the order in which documents list them. */
public final class PolicyKnobs {
    private static final List<PolicyKnob> ALL = List.of(
            PolicyKnob.number(
                    "sigma-arpt",
                    "chameleon: forecast deviation of wear above which redundancy is adapted (ARPT), a fraction of the mean erases",
                    PolicyConfig::sigmaArpt,
                    PolicyConfigBuilder::sigmaArpt),
            PolicyKnob.number(
                    "sigma-hcds",
                    "chameleon: forecast deviation of wear above which hot and cold data swap (HCDS), a fraction of the mean erases",
                    PolicyConfig::sigmaHcds,
                    PolicyConfigBuilder::sigmaHcds),
            PolicyKnob.number(
                    "heat-hot",
                    "chameleon: heat from which on an object is hot, writes, decayed",
                    PolicyConfig::heatHot,
                    PolicyConfigBuilder::heatHot),
            PolicyKnob.count(
                    "swaps-per-epoch",
                    "chameleon: most swaps planned at a time",
                    PolicyConfig::swapsPerEpoch,
                    PolicyConfigBuilder::swapsPerEpoch),
            PolicyKnob.count(
                    "hcds-from-epoch",
                    "chameleon: first epoch in which HCDS acts",
                    PolicyConfig::hcdsFromEpoch,
                    PolicyConfigBuilder::hcdsFromEpoch),
            PolicyKnob.count(
                    "cold-migration-fragments",
                    "chameleon: most fragments a plan copies in bulk; 0 for none",
                    PolicyConfig::coldMigrationFragments,
                    PolicyConfigBuilder::coldMigrationFragments),
            PolicyKnob.flag(
                    "as-printed",
                    "chameleon: plan as the paper's algorithms are printed, where erases of the target only ever rise",
                    PolicyConfig::asPrinted,
                    PolicyConfigBuilder::asPrinted),
            PolicyKnob.count(
                    "horizon-epochs",
                    "predictive: how far ahead wear is made even, epochs",
                    PolicyConfig::horizonEpochs,
                    PolicyConfigBuilder::horizonEpochs),
            PolicyKnob.number(
                    "even-enough",
                    "predictive: forecast deviation of wear down to which it plans, a share of the wear of an epoch",
                    PolicyConfig::evenEnough,
                    PolicyConfigBuilder::evenEnough),
            PolicyKnob.count(
                    "moves-per-server",
                    "predictive: most fragments a plan moves, for each server of the cluster",
                    PolicyConfig::movesPerServer,
                    PolicyConfigBuilder::movesPerServer),
            PolicyKnob.number(
                    "max-fill-over-mean",
                    "predictive: how much fuller than the mean a plan may make a server, a factor",
                    PolicyConfig::maxFillOverMean,
                    PolicyConfigBuilder::maxFillOverMean),
            PolicyKnob.number(
                    "max-extra-writes",
                    "predictive: share of the cluster's writes that hot objects may cost more under REP than under EC",
                    PolicyConfig::maxExtraWrites,
                    PolicyConfigBuilder::maxExtraWrites),
            PolicyKnob.number(
                    "bulk-writes",
                    "predictive: share of the cluster's writes that bulk copies of an epoch may come to; 0 for none",
                    PolicyConfig::bulkWrites,
                    PolicyConfigBuilder::bulkWrites),
            PolicyKnob.number(
                    "edm-lambda",
                    "edm-hdf and edm-cdf: deviation of an epoch's erases above which they act, a fraction of the mean",
                    config -> config.rivals().edmLambda(),
                    (config, value) -> config.rivals(config.rivals().withEdmLambda(value))),
            PolicyKnob.count(
                    "edm-iterations",
                    "edm-hdf and edm-cdf: rounds of Algorithm 1",
                    config -> config.rivals().edmIterations(),
                    (config, value) -> config.rivals(config.rivals().withEdmIterations(value))),
            PolicyKnob.number(
                    "edm-sigma",
                    "edm-hdf and edm-cdf: how far writes are from uniform ones in the wear model, 0 to below 1",
                    config -> config.rivals().edmSigma(),
                    (config, value) -> config.rivals(config.rivals().withEdmSigma(value))),
            PolicyKnob.flag(
                    "edm-cumulative",
                    "edm-hdf and edm-cdf: even out all erases since the start instead of the last epoch's",
                    config -> config.rivals().edmCumulative(),
                    (config, value) -> config.rivals(config.rivals().withEdmCumulative(value))),
            PolicyKnob.number(
                    "edm-cold-below",
                    "edm-cdf: accesses, decayed, below which an object is cold",
                    config -> config.rivals().edmColdBelow(),
                    (config, value) -> config.rivals(config.rivals().withEdmColdBelow(value))),
            PolicyKnob.number(
                    "edm-least-utilisation",
                    "edm-cdf: filled share of a server below which nothing is taken from it",
                    config -> config.rivals().edmLeastUtilisation(),
                    (config, value) -> config.rivals(config.rivals().withEdmLeastUtilisation(value))),
            PolicyKnob.number(
                    "cmt-threshold",
                    "cmt: how far above the mean a server's load is to be for it to act, a fraction",
                    config -> config.rivals().cmtThreshold(),
                    (config, value) -> config.rivals(config.rivals().withCmtThreshold(value))),
            PolicyKnob.number(
                    "cmt-load-weight",
                    "cmt: weight of load against storage used, 0 to 1",
                    config -> config.rivals().cmtLoadWeight(),
                    (config, value) -> config.rivals(config.rivals().withCmtLoadWeight(value))),
            PolicyKnob.count(
                    "rep-ec-cool-epochs",
                    "rep-ec: epochs without a write after which an object is encoded",
                    config -> config.rivals().repEcCoolEpochs(),
                    (config, value) -> config.rivals(config.rivals().withRepEcCoolEpochs(value))),
            PolicyKnob.number(
                    "max-fill",
                    "share of its capacity to which a plan may fill a server",
                    PolicyConfig::maxFill,
                    PolicyConfigBuilder::maxFill),
            PolicyKnob.count(
                    "intent-expiry-epochs",
                    "epochs after which an intent that nobody wrote is withdrawn",
                    PolicyConfig::intentExpiryEpochs,
                    PolicyConfigBuilder::intentExpiryEpochs),
            PolicyKnob.count(
                    "cold-migration-after-epochs",
                    "epochs after which an intent that nobody wrote may be carried out in bulk",
                    PolicyConfig::coldMigrationAfterEpochs,
                    PolicyConfigBuilder::coldMigrationAfterEpochs));

    private PolicyKnobs() {}

    public static List<PolicyKnob> all() {
        return ALL;
    }

    /**
     * The configuration with the named parameters set from text.
     *
     * @throws IllegalArgumentException in one line if a parameter does not exist or a text is not a valid value
     */
    public static PolicyConfig set(PolicyConfig config, Map<String, String> values) {
        PolicyConfigBuilder builder = config.with();
        values.forEach((name, text) -> named(name).setter().accept(builder, text));
        return builder.build();
    }

    /**
     * The parameter called {@code name}.
     *
     * @throws IllegalArgumentException if there is none, with the known names
     */
    public static PolicyKnob named(String name) {
        return ALL.stream()
                .filter(knob -> knob.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("policy knob: '" + name + "' given, expected one of "
                        + String.join(", ", ALL.stream().map(PolicyKnob::name).toList())));
    }
}
