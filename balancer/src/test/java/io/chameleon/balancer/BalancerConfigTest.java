package io.chameleon.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.balancer.lifecycle.LifecycleConfig;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.policy.PolicyConfig;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BalancerConfigTest {
    @Test
    void defaults_areTheDocumentedOnes() {
        assertThat(BalancerConfig.defaults())
                .isEqualTo(new BalancerConfig(
                        "predictive",
                        PolicyConfig.defaults(),
                        Duration.ofHours(1),
                        20_000,
                        500,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofHours(1),
                        24,
                        Duration.ofSeconds(10),
                        RepairConfig.DEFAULTS,
                        Optional.empty(),
                        new LifecycleConfig(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7)),
                        8_000));
    }

    @Test
    void badValue_isToldInOneLineWithItsKeyAndWhatWasExpected() {
        BalancerConfig config = BalancerConfig.defaults();
        assertThatThrownBy(() -> config.withEpochLength(Duration.ofMillis(999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("balancer.epoch")
                .hasMessageContaining("999ms")
                .hasMessageContaining("at least 1s")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> config.withReapDelay(Duration.ofMillis(-1)))
                .hasMessageContaining("balancer.reap-delay");
    }

    @Test
    void unknownPolicy_isToldWithTheKnownOnes() {
        try (TestCluster cluster = new TestCluster(6)) {
            BalancerConfig config = TestCluster.config().withPolicy("chamaeleon");
            assertThatThrownBy(() -> cluster.balancer(config))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("chamaeleon")
                    .hasMessageContaining("expected one of chameleon, ");
        }
    }
}
