package io.chameleon.lab.ssd.workload;

import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Runs a workload until the device's write amplification is stationary (GC readings 2 and 10): the share of hot blocks
 * may drift for hundreds of overwrites of the device, and a fixed warm-up is either too short or a waste.
 *
 * <p>Time is cut into windows of one overwrite of the logical capacity each. The last three quarters of the windows so
 * far are compared. They are stationary if the mean amplification of the last one differs by at most {@code tolerance}
 * from that of the quarter before, and by at most twice that from the one before that. Since quarters grow with the
 * run, noise shrinks with the root of its length. A drift is detected if it exceeds the tolerance within a quarter of
 * the minimum: to detect 2 % in 200 overwrites at a tolerance of 0.05 %, the minimum must be 40 or more.
 *
 * @param minimumOverwrites windows before the first check, at least 4; {@link #coldOverwrites} says how many a skewed
 *     workload needs
 * @param maximumOverwrites windows after which it gives up
 * @param tolerance relative, such as 0.0005
 */
public record WarmUp(int minimumOverwrites, int maximumOverwrites, double tolerance) {
    private static final int MINIMUM = 4;
    private static final int MOST = 10_000_000;

    /** Prevents 5 * 0.9 / 0.1 from being 46. */
    private static final double ROUNDING = 1e-9;

    public WarmUp {
        require(minimumOverwrites >= MINIMUM, "warm-up.minimum", minimumOverwrites, "at least 4 overwrites");
        require(
                maximumOverwrites >= minimumOverwrites,
                "warm-up.maximum",
                maximumOverwrites,
                "at least warm-up.minimum, " + minimumOverwrites + " overwrites");
        require(tolerance > 0 && tolerance < 1, "warm-up.tolerance", tolerance, "a share above 0 and below 1");
    }

    /**
     * The result of a warm-up.
     *
     * @param stationary false if the maximum was reached first
     * @param writeAmplification mean over the last quarter of the windows
     */
    public record Outcome(boolean stationary, int overwrites, double writeAmplification) {}

    /**
     * Overwrites of the device in which its cold pages are overwritten {@code times} times, rounded up (GC reading 10
     * asks for 5).
     *
     * @param r probability that a write is hot, below 1
     * @param f share of the pages that are hot, below 1
     */
    public static int coldOverwrites(double r, double f, int times) {
        return (int) Math.max(MINIMUM, Math.ceil(times * (1 - f) / (1 - r) - ROUNDING));
    }

    /**
     * Writes until stationary.
     *
     * @param write writes the given number of pages; every logical page should have been written before
     */
    public Outcome run(SimulatedFlashDevice device, LongConsumer write) {
        require(
                minimumOverwrites <= MOST,
                "warm-up",
                minimumOverwrites,
                "at most " + MOST + " overwrites of the device until its cold pages are written; set their number");
        long window = device.geometry().logicalPages();
        double[] amplification = new double[maximumOverwrites];
        for (int windows = 1; windows <= maximumOverwrites; windows++) {
            long host = device.hostPageWrites();
            long nand = device.nandPageWrites();
            write.accept(window);
            amplification[windows - 1] = (double) (device.nandPageWrites() - nand) / (device.hostPageWrites() - host);
            if (windows >= minimumOverwrites && isStationary(amplification, windows)) {
                return new Outcome(true, windows, quarter(amplification, windows, 3));
            }
        }
        return new Outcome(false, maximumOverwrites, quarter(amplification, maximumOverwrites, 3));
    }

    /** Whether the first {@code windows} values are stationary. */
    boolean isStationary(double[] values, int windows) {
        double last = quarter(values, windows, 3);
        return Math.abs(quarter(values, windows, 2) - last) <= tolerance * last
                && Math.abs(quarter(values, windows, 1) - last) <= 2 * tolerance * last;
    }

    private static double quarter(double[] values, int windows, int which) {
        return Arrays.stream(values, windows * which / 4, windows * (which + 1) / 4)
                .average()
                .orElse(Double.NaN);
    }

    private static void require(boolean condition, String what, Object value, String expected) {
        if (!condition) {
            throw new IllegalArgumentException(what + ": '" + value + "' given, expected " + expected);
        }
    }
}
