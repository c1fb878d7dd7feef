package io.chameleon.lab.ssd;

import picocli.CommandLine.Option;

/** Seed and effort. */
final class RunOptions {
    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Of all random draws; further runs take the numbers after it. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Runs at a time. The results do not depend on it. Default: as many as processors.")
    private int threads = Runtime.getRuntime().availableProcessors();

    long seed() {
        return seed;
    }

    int threads() {
        return threads;
    }
}
