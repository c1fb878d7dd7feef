package io.chameleon.lab.chaos;

import java.util.random.RandomGenerator;

/** Events at a given average rate and irregular times. Late ones are made up for. */
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
