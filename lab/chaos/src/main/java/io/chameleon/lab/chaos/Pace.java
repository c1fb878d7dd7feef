package io.chameleon.lab.chaos;

import java.util.random.RandomGenerator;

/** Things that shall happen so often on average, at irregular times. What comes late is made up for. */
final class Pace {
    private final double perMinute;
    private final RandomGenerator random;
    private long happened;
    private double jitter;

    Pace(double perMinute, RandomGenerator random) {
        this.perMinute = perMinute;
        this.random = random;
        jitter = random.nextDouble();
    }

    /** @param minutes since the beginning */
    boolean isDue(double minutes) {
        return happened + jitter < minutes * perMinute;
    }

    void happened() {
        happened++;
        jitter = random.nextDouble();
    }
}
