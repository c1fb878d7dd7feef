package io.chameleon.policy;

import java.util.Locale;

/**
 * Wear of the writable servers as a plan expects it {@code horizonEpochs} ahead.
 *
 * @param mean block erases; below 0 while devices are still so new that they will not have erased a block by then
 * @param sigma population standard deviation, block erases
 */
public record WearForecast(double mean, double sigma) {
    /** Mean erases below which σ is measured against this many (reading 7). */
    public static final double FLOOR_ERASES = 8;

    /** σ above which a threshold given as a fraction of the mean is exceeded (reading 7). */
    public double threshold(double fraction) {
        return fraction * Math.max(mean, FLOOR_ERASES);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "mean %.1f, sigma %.2f erases", mean, sigma);
    }
}
