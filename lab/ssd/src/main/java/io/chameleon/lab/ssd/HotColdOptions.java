package io.chameleon.lab.ssd;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Rosenblum's two classes of pages. */
final class HotColdOptions {
    private static final double DEFAULT_PROBABILITY = 0.9;
    private static final double DEFAULT_FRACTION = 0.1;

    @Option(
            names = "--hot-probability",
            paramLabel = "r",
            description = "Probability that a write goes to a hot page. Default: 0.9.")
    private @Nullable Double probability;

    @Option(
            names = "--hot-fraction",
            paramLabel = "f",
            description = "Share of the logical pages that is hot: the first ones. Default: 0.1.")
    private @Nullable Double fraction;

    boolean given() {
        return probability != null || fraction != null;
    }

    double probability() {
        return probability == null ? DEFAULT_PROBABILITY : probability;
    }

    double fraction() {
        return fraction == null ? DEFAULT_FRACTION : fraction;
    }

    void describe(Map<String, Object> json) {
        json.put("hot_probability", probability());
        json.put("hot_fraction", fraction());
    }
}
