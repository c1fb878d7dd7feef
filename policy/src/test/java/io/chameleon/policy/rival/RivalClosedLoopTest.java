package io.chameleon.policy.rival;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.ClusterModel;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.choice.WearPolicies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rivals do what their papers claim, so that beating them means something: 20 servers at 80 % of their capacity,
 * 2,000 objects of 64 KiB written by Zipf's law, 25 epochs.
 */
class RivalClosedLoopTest {
    private static final int OBJECTS = 2_000;
    private static final int EPOCHS = 25;

    private static ClusterModel run(String policy, RedundancyScheme initial, long seed) {
        ClusterModel cluster = new ClusterModel(20, OBJECTS, 65_536, initial, 0.8, false, ClusterModel.SKEWED, seed);
        WearPolicy wearPolicy = WearPolicies.byName(policy, PolicyConfig.defaults());
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            ClusterModel.zipf(OBJECTS, 0.99, seed, seed * 1_000 + epoch).run(cluster, OBJECTS);
            cluster.balance(wearPolicy);
        }
        return cluster;
    }

    /** @param atMost bound of σ / σ(none) */
    @ParameterizedTest(name = "{0} from {1}, seed {2}")
    @CsvSource({
        "edm-hdf, EC(4+2), 1, 0.5",
        "edm-hdf, REP(3),  3, 0.5",
        "edm-cdf, EC(4+2), 1, 0.7",
    })
    void edm_takesMuchOfTheSpreadAway_forFewMoreErases(String policy, String initial, long seed, double atMost) {
        RedundancyScheme scheme = RedundancyScheme.parse(initial);
        ClusterModel none = run("none", scheme, seed);
        ClusterModel edm = run(policy, scheme, seed);
        assertThat(edm.sigma() / none.sigma()).isLessThanOrEqualTo(atMost);
        assertThat((double) edm.totalErases()).isLessThanOrEqualTo(1.05 * none.totalErases());
    }

    /**
     * A tenth of the objects is written in an epoch, so a plan may copy more than clients write. A window that counted
     * copies would make a source of every server that has just taken something, and the moves would never end.
     */
    @Test
    void edm_wherePlansCopyMoreThanClientsWrite_moreErasesAreFew() {
        ClusterModel none = runSlowly("none");
        ClusterModel edm = runSlowly("edm-hdf");
        assertThat(edm.sigma()).isLessThan(0.6 * none.sigma());
        assertThat((double) edm.totalErases()).isLessThan(1.1 * none.totalErases());
    }

    private static ClusterModel runSlowly(String policy) {
        ClusterModel cluster =
                new ClusterModel(20, OBJECTS, 65_536, RedundancyScheme.EC_4_2, 0.8, false, ClusterModel.SKEWED, 1);
        WearPolicy wearPolicy = WearPolicies.byName(policy, PolicyConfig.defaults());
        for (int epoch = 0; epoch < 10 * EPOCHS; epoch++) {
            ClusterModel.zipf(OBJECTS, 0.99, 1, 1_000 + epoch).run(cluster, OBJECTS / 10);
            cluster.balance(wearPolicy);
        }
        return cluster;
    }

    @Test
    void repEc_encodesWhatIsCold_andReplicatesWhatIsWritten() {
        ClusterModel cluster = run("rep-ec", RedundancyScheme.REP_3, 1);
        assertThat(cluster.states().keySet())
                .contains(RedundancyState.REP, RedundancyState.LATE_REP)
                .isSubsetOf(RedundancyState.REP, RedundancyState.LATE_REP, RedundancyState.EC);
        assertThat(cluster.totalErases())
                .isLessThan(run("none", RedundancyScheme.REP_3, 1).totalErases());
    }
}
