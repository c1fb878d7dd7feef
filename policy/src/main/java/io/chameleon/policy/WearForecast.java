package io.chameleon.policy;

import java.util.Locale;

/**
 * Wear of the writable servers that a plan expects {@code horizonEpochs} ahead.
 *
 * @param mean block erases; below 0 for devices so new that they will not have erased a block by then
 * @param sigma population standard deviation, block erases
 */
public record WearForecast(double mean, double sigma) {
    /** Below this many mean erases, σ is measured against this number (reading 7). */
    public static final double FLOOR_ERASES = 8;

    /** The σ that corresponds to a threshold given as a fraction of the mean (reading 7). */
    public double threshold(double fraction) {
        return fraction * Math.max(mean, FLOOR_ERASES);
    }

    @Override
    public String toString() {
        String fillsFirst =
                mean < 0 ? String.format(Locale.ROOT, " (%.1f blocks to fill before the first erase)", -mean) : "";
        return String.format(Locale.ROOT, "mean %.1f%s, sigma %.2f erases", Math.max(0, mean), fillsFirst, sigma);
    }
}
