package io.chameleon.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.chameleon.ChameleonPolicy;
import io.chameleon.policy.choice.PolicyKnob;
import io.chameleon.policy.choice.PolicyKnobs;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.policy.predictive.PredictivePolicy;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PolicyConfigTest {
    @Test
    void defaults_areTheDocumentedOnes() {
        assertThat(PolicyConfig.defaults())
                .isEqualTo(new PolicyConfig(
                        0.05,
                        0.02,
                        256,
                        400,
                        5,
                        500,
                        false,
                        4,
                        0.05,
                        32,
                        1.15,
                        0,
                        0.05,
                        0.92,
                        8,
                        8,
                        RivalConfig.defaults()));
        assertThat(PolicyConfig.faithful(RedundancyPolicy.EC)).isEqualTo(PolicyConfig.defaults());
        assertThat(PolicyConfig.faithful(RedundancyPolicy.REP).heatHot()).isBetween(8.0, 64.0);
    }

    @Test
    void badValue_saysWhichWhatAndWhatWasExpected() {
        rejects(b -> b.sigmaArpt(-1), "sigma-arpt: '-1.0' given, expected 0 or more, a fraction of the mean erases");
        rejects(b -> b.sigmaHcds(Double.NaN), "sigma-hcds: 'NaN' given");
        rejects(b -> b.heatHot(0), "heat-hot: '0.0' given");
        rejects(b -> b.swapsPerEpoch(-1), "swaps-per-epoch: '-1' given");
        rejects(b -> b.hcdsFromEpoch(-1), "hcds-from-epoch: '-1' given");
        rejects(b -> b.horizonEpochs(0), "horizon-epochs: '0' given");
        rejects(b -> b.intentExpiryEpochs(0), "intent-expiry-epochs: '0' given");
        rejects(b -> b.coldMigrationAfterEpochs(9), "expected 1 to intent-expiry-epochs (8)");
        rejects(b -> b.coldMigrationFragments(-1), "cold-migration-fragments: '-1' given");
        rejects(b -> b.maxFill(1.01), "max-fill: '1.01' given");
        rejects(b -> b.maxFillOverMean(0.9), "max-fill-over-mean: '0.9' given");
        rejects(b -> b.maxExtraWrites(-0.1), "max-extra-writes: '-0.1' given");
        rejects(b -> b.evenEnough(-0.1), "even-enough: '-0.1' given");
        rejects(b -> b.movesPerServer(-1), "moves-per-server: '-1' given");
        rejects(b -> b.bulkWrites(-0.1), "bulk-writes: '-0.1' given");
    }

    private static void rejects(UnaryOperator<PolicyConfigBuilder> change, String message) {
        PolicyConfigBuilder builder = change.apply(PolicyConfig.defaults().with());
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void everyKnob_isSetByItsName_andSaysItsDefault() {
        for (PolicyKnob knob : PolicyKnobs.all()) {
            assertThat(PolicyKnobs.set(PolicyConfig.defaults(), Map.of(knob.name(), knob.standard())))
                    .as(knob.name())
                    .isEqualTo(PolicyConfig.defaults());
            String other = switch (knob.unit()) {
                case "count" -> knob.name().equals("intent-expiry-epochs") ? "9" : "7";
                case "number" -> knob.name().equals("max-fill-over-mean") ? "1.5" : "0.75";
                default -> "true";
            };
            assertThat(PolicyKnobs.set(PolicyConfig.defaults(), Map.of(knob.name(), other)))
                    .as(knob.name())
                    .isNotEqualTo(PolicyConfig.defaults());
        }
    }

    @Test
    void knobUnknownOrWithoutSense_isNamed() {
        assertThatThrownBy(() -> PolicyKnobs.set(PolicyConfig.defaults(), Map.of("sigma", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("policy knob: 'sigma' given, expected one of sigma-arpt, sigma-hcds, ");
        assertThatThrownBy(() -> PolicyKnobs.set(PolicyConfig.defaults(), Map.of("sigma-hcds", "much")))
                .hasMessage("sigma-hcds: 'much' given, expected a number such as 0.05");
        assertThatThrownBy(() -> PolicyKnobs.set(PolicyConfig.defaults(), Map.of("swaps-per-epoch", "1.5")))
                .hasMessage("swaps-per-epoch: '1.5' given, expected a whole number of at most 9 digits");
        assertThatThrownBy(() -> PolicyKnobs.set(PolicyConfig.defaults(), Map.of("as-printed", "yes")))
                .hasMessage("as-printed: 'yes' given, expected true or false");
    }

    @Test
    void policy_isMadeByItsName() {
        assertThat(WearPolicies.byName("chameleon", PolicyConfig.defaults())).isInstanceOf(ChameleonPolicy.class);
        assertThat(WearPolicies.byName("predictive", PolicyConfig.defaults())).isInstanceOf(PredictivePolicy.class);
        assertThat(WearPolicies.byName("none", PolicyConfig.defaults()).name()).isEqualTo("none");
    }

    @Test
    void unknownPolicy_errorNamesThoseThereAre() {
        assertThatThrownBy(() -> WearPolicies.byName("magic", PolicyConfig.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "wear policy: 'magic' given, expected one of chameleon, cmt, edm-cdf, edm-hdf, none, predictive, rep-ec");
    }
}
