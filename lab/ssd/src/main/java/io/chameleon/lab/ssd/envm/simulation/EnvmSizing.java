package io.chameleon.lab.ssd.envm.simulation;

import java.util.function.IntConsumer;

/**
 * How large the ENVM must be so that neither it nor flash is written more on a busy day than its rating allows (Fig.
 * 14b). The paper does not say how it finds the size; here it is the smallest of a ladder of shares of the flash
 * capacity (ENVM reading 13).
 */
public final class EnvmSizing {
    /** Steps of the ladder: each is a fifth larger than the one below. */
    private static final double STEP = 1.2;

    private static final double LEAST_SHARE = 0.002;
    private static final int STEPS = 35;

    private EnvmSizing() {}

    /**
     * @param share of the flash capacity; NaN if even the largest of the ladder is too small
     * @param runs simulations it took
     */
    public record Size(double share, double bytes, int runs) {}

    /** Cost: six simulations. */
    public static Size smallest(RequestLog log, SimulationConfig config, IntConsumer progress) {
        int runs = 0;
        int tooSmall = -1;
        int enough = STEPS;
        while (enough - tooSmall > 1) {
            int step = (tooSmall + enough) >>> 1;
            runs++;
            if (suffices(log, config, share(step), progress)) {
                enough = step;
            } else {
                tooSmall = step;
            }
        }
        double share = enough == STEPS ? Double.NaN : share(enough);
        return new Size(share, share * config.flashBytes(), runs);
    }

    private static double share(int step) {
        return LEAST_SHARE * Math.pow(STEP, step);
    }

    private static boolean suffices(RequestLog log, SimulationConfig config, double share, IntConsumer progress) {
        SimulationConfig sized = config.withCaches(config.dramBytes(), (long) (share * config.flashBytes()));
        SimulationReport.ClassReport busy =
                EnvmSimulation.run(log, sized, progress).busy();
        return busy.flashBytes() <= sized.flashLimit() && busy.envmBytes() <= sized.envmLimit();
    }
}
