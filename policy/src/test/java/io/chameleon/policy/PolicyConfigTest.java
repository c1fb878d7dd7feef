package io.chameleon.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PolicyConfigTest {
    @Test
    void defaults_areTheDocumentedOnes() {
        assertThat(PolicyConfig.defaults())
                .isEqualTo(new PolicyConfig(0.05, 0.01, 256, 400, 1, 10, 8, 8, 500, 0.92, 1.15, 0.02, false));
    }

    @Test
    void badValue_saysWhichWhatAndWhatWasExpected() {
        rejects(
                b -> b.sigmaArpt(-1),
                "balancer.sigma-arpt: '-1.0' given, expected 0 or more, a fraction of the mean erases");
        rejects(b -> b.sigmaHcds(Double.NaN), "balancer.sigma-hcds: 'NaN' given");
        rejects(b -> b.heatHot(0), "balancer.heat-hot: '0.0' given");
        rejects(b -> b.swapsPerEpoch(-1), "balancer.swaps-per-epoch: '-1' given");
        rejects(b -> b.hcdsFromEpoch(-1), "balancer.hcds-from-epoch: '-1' given");
        rejects(b -> b.horizonEpochs(0), "balancer.horizon-epochs: '0' given");
        rejects(b -> b.intentExpiryEpochs(0), "balancer.intent-expiry-epochs: '0' given");
        rejects(b -> b.coldMigrationAfterEpochs(9), "expected 1 to balancer.intent-expiry-epochs (8)");
        rejects(b -> b.coldMigrationFragments(-1), "balancer.cold-migration-fragments: '-1' given");
        rejects(b -> b.maxFill(1.01), "balancer.max-fill: '1.01' given");
        rejects(b -> b.maxFillOverMean(0.9), "balancer.max-fill-over-mean: '0.9' given");
        rejects(b -> b.maxExtraWrites(-0.1), "balancer.max-extra-writes: '-0.1' given");
    }

    private static void rejects(UnaryOperator<PolicyConfig.Builder> change, String message) {
        PolicyConfig.Builder builder = change.apply(PolicyConfig.builder());
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void policy_isMadeByItsName() {
        assertThat(WearPolicies.byName("chameleon", PolicyConfig.defaults())).isInstanceOf(ChameleonPolicy.class);
        assertThat(WearPolicies.byName("none", PolicyConfig.defaults()).name()).isEqualTo("none");
    }

    @Test
    void unknownPolicy_errorNamesThoseThereAre() {
        assertThatThrownBy(() -> WearPolicies.byName("edm", PolicyConfig.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wear policy: 'edm' given, expected one of chameleon, none");
    }
}
