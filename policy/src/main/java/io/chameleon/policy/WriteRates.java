package io.chameleon.policy;

import java.util.List;

/**
 * How often each object will be written, from its heat.
 *
 * <p>{@code p_k} sums to twice a steady rate, so {@code p_k / 2} estimates it (reading 5). Of an object written less than once an
 * epoch that says little: right after its write it looks hot, right before the next one dead, and a plan that believes it chases
 * whatever was written last. So the estimate is drawn to the mean rate {@code m} of all objects as far as their differences are
 * chance (Buehlmann's credibility): with writes at random, {@code p / 2} scatters by {@code r / 3} about an object's own rate r;
 * what the heats scatter beyond {@code m / 3} is real. {@code rate = m + Z (p / 2 - m), Z = Var(r) / (Var(r) + m / 3)}. For a skewed
 * workload Z is near 1, for objects overwritten in turns it is 0.
 */
final class WriteRates {
    private final double mean;
    private final double credibility;

    private WriteRates(double mean, double credibility) {
        this.mean = mean;
        this.credibility = credibility;
    }

    static WriteRates of(List<Candidate> objects) {
        double mean = objects.stream().mapToDouble(WriteRates::seen).average().orElse(0);
        double variance = objects.stream()
                .mapToDouble(object -> (seen(object) - mean) * (seen(object) - mean))
                .average()
                .orElse(0);
        double chance = mean / 3;
        return new WriteRates(mean, variance <= chance ? 0 : (variance - chance) / variance);
    }

    /** Takes each heat at its word, as printed. */
    static WriteRates asSeen() {
        return new WriteRates(0, 1);
    }

    /** Expected writes of an object per epoch. */
    double of(Candidate object) {
        return mean + credibility * (seen(object) - mean);
    }

    private static double seen(Candidate object) {
        return object.heat() / 2;
    }
}
