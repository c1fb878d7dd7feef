package io.chameleon.cli.demo;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.PredictivePolicy;
import java.nio.file.Path;
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
        long seed,
        Path report) {
    /** The policies compared, in this order. */
    public static final String BASELINE = "none";

    public static final String BALANCED = PredictivePolicy.NAME;

    public DemoConfig {
        Require.that(servers >= 6, "--servers", servers, "at least 6, one for each fragment of EC(4+2)");
        Require.that(limit >= 0, "--limit", limit, "0 (all) or a number of requests");
        Require.that(epochs >= 1, "--epochs", epochs, "at least 1");
        Require.that(writers >= 1 && writers <= 256, "--writers", writers, "1 to 256");
        Require.that(utilisation > 0 && utilisation <= 0.85, "--utilisation", utilisation, "above 0, at most 0.85");
    }
}
