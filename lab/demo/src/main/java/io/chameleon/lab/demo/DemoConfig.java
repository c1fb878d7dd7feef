package io.chameleon.lab.demo;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.policy.rival.NonePolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the demo runs.
 *
 * @param input directory tree to store
 * @param trace block trace to replay; null for the recording that comes with the program
 * @param servers flash servers
 * @param limit requests of the trace to replay; 0 for all
 * @param epochs balancing intervals over the replay
 * @param writers objects written at a time
 * @param utilisation mean share of each device that the objects fill
 * @param initial policy of new objects; it sizes the devices
 * @param policies wear policies to compare with {@link #BASELINE}, in this order
 * @param seed of the objects' contents
 * @param report directory for charts
 */
public record DemoConfig(
        Path input,
        @Nullable Path trace,
        int servers,
        long limit,
        int epochs,
        int writers,
        double utilisation,
        RedundancyPolicy initial,
        List<String> policies,
        long seed,
        Path report) {
    /** What the others are compared with. */
    public static final String BASELINE = NonePolicy.NAME;

    public DemoConfig {
        policies = List.copyOf(policies);
        Require.that(!policies.isEmpty(), "--policy", "", "a wear policy");
        List<String> known = new ArrayList<>(WearPolicies.names());
        known.remove(BASELINE);
        for (String policy : policies) {
            Require.that(known.contains(policy), "--policy", policy, "one of " + String.join(", ", known));
        }
        Require.that(
                Set.copyOf(policies).size() == policies.size(),
                "--policy",
                String.join(",", policies),
                "each policy once");
        Require.that(servers >= 6, "--servers", servers, "at least 6, one for each fragment of EC(4+2)");
        Require.that(limit >= 0, "--limit", limit, "0 (all) or a number of requests");
        Require.that(epochs >= 1, "--epochs", epochs, "at least 1");
        Require.that(writers >= 1 && writers <= 256, "--writers", writers, "1 to 256");
        Require.that(utilisation > 0 && utilisation <= 0.85, "--utilisation", utilisation, "above 0, at most 0.85");
    }
}
