package io.chameleon.lab.emulator;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.PolicyConfig;

/**
 * One run: a policy on a cluster.
 *
 * @param policy name of the wear policy, see {@link io.chameleon.policy.choice.WearPolicies}
 * @param config its parameters
 * @param initial redundancy of all objects at the start and of new ones
 * @param cluster what it runs on
 * @param epochs balancing intervals of one pass over the workload
 * @param loops passes over the workload; epoch numbers continue
 * @param candidates how many of the hottest and of the coldest objects the policy is shown, as in the live balancer
 * @param ranges hash ranges whose objects the policy may redirect together, 0 or a power of two; 0: objects are only
 *     moved one by one
 * @param seed places the objects on the ring; the workload has a seed of its own
 */
public record EmulationSpec(
        String policy,
        PolicyConfig config,
        RedundancyPolicy initial,
        ClusterSpec cluster,
        int epochs,
        int loops,
        int candidates,
        int ranges,
        long seed) {
    public static final int DEFAULT_CANDIDATES = 20_000;

    /** Objects are only moved one by one. */
    public EmulationSpec(
            String policy,
            PolicyConfig config,
            RedundancyPolicy initial,
            ClusterSpec cluster,
            int epochs,
            int loops,
            int candidates,
            long seed) {
        this(policy, config, initial, cluster, epochs, loops, candidates, 0, seed);
    }

    public EmulationSpec {
        Require.that(epochs >= 1 && epochs <= 1_000_000, "epochs", epochs, "1 to 1000000");
        Require.that(loops >= 1 && loops <= 1_000_000, "loops", loops, "1 to 1000000");
        Require.that(candidates >= 1, "candidates", candidates, "1 or more objects");
        Require.that(
                ranges >= 0 && ranges <= HashRanges.MOST && Integer.bitCount(ranges) <= 1,
                "ranges",
                ranges,
                "0 (none) or a power of two up to " + HashRanges.MOST);
    }
}
