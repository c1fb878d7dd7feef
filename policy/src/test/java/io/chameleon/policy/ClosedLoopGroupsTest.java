package io.chameleon.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.choice.WearPolicies;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The claim: a plan that sees 0.02 % of the objects one by one and the rest in groups makes wear as even as one that
 * sees all, whatever the skew of the writes and the number of objects in a group. 10 servers at 80 % of their capacity,
 * 10,000 objects of 64 KiB, a write per object and epoch on average, 30 epochs.
 */
class ClosedLoopGroupsTest {
    private static final int OBJECTS = 10_000;
    private static final int EPOCHS = 30;
    private static final int SEEN = OBJECTS / 5_000;

    /** @param skew exponent of Zipf's law; 0: all objects are written equally often */
    @ParameterizedTest(name = "Zipf {0}, {1} ranges, stale client {2}, seed {3}")
    @CsvSource({
        "0.99, 256, true,  1",
        "0.5,  256, true,  3",
        "0.5,  1024, false, 4",
        "0,    256, true,  5",
    })
    void groups_makeCumulativeWearEven_thoughFewObjectsAreSeen(double skew, int ranges, boolean stale, long seed) {
        ClusterModel none = run("none", skew, SEEN, 0, stale, seed);
        ClusterModel grouped = run("predictive", skew, SEEN, ranges, stale, seed);
        assertThat(grouped.sigma() / none.sigma()).isLessThanOrEqualTo(0.05);
        assertThat((double) grouped.totalErases()).isLessThanOrEqualTo(1.025 * none.totalErases());
        assertThat(grouped.worstFill()).isLessThanOrEqualTo(Math.max(none.worstFill(), 0.92));
    }

    private static ClusterModel run(String policy, double skew, int seen, int ranges, boolean stale, long seed) {
        ClusterModel cluster = new ClusterModel(
                        10, OBJECTS, 65_536, RedundancyScheme.EC_4_2, 0.8, stale, ClusterModel.SKEWED, seed)
                .seenInPart(seen, ranges);
        WearPolicy wearPolicy = WearPolicies.byName(policy, PolicyConfig.faithful(RedundancyPolicy.EC));
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            ClusterModel.zipf(OBJECTS, skew, seed, seed * 1_000 + epoch).run(cluster, OBJECTS);
            cluster.balance(wearPolicy);
        }
        return cluster;
    }
}
