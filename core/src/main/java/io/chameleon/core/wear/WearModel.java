package io.chameleon.core.wear;

/**
 * Converts page writes to block erases.
 *
 * <p>Sources: Chameleon III-B1 Eq. 2; EDM III-B1 Eq. 1-4. Reading 6: a new page costs {@code 1 / (1 - mu)} programs, so
 * Eq. 2 is right and the "erasure cost 1 - mu" of the prose is not.
 */
public final class WearModel {
    /** EDM's empirical shift between real workloads and uniform ones (EDM III-B1, Eq. 3). */
    public static final double EDM_SIGMA = 0.28;

    /** A victim is never completely full, or its erase would free nothing. */
    private static final double MAX_VICTIM = 1 - 1e-12;

    private static final double PRECISION = 1e-12;

    private WearModel() {}

    /**
     * Erases caused by {@code pageWrites}: {@code W / (B_p (1 - mu))} (Chameleon Eq. 2, EDM Eq. 1).
     *
     * @param victimUtilisation mu, share of valid pages in a collected block, 0 to below 1
     */
    public static double erases(double pageWrites, int pagesPerBlock, double victimUtilisation) {
        return pageWrites / (pagesPerBlock * (1 - victimUtilisation));
    }

    /**
     * Victim utilisation {@code u_r = F(u)} of a device filled to {@code utilisation}: the root of
     * {@code u = (u_r - 1) / ln u_r + sigma} (EDM Eq. 2 with sigma 0, Eq. 3 with 0.28), by Newton's steps to 1e-12.
     *
     * @return 0 if the device is so empty that victims hold no valid pages; always below 1
     */
    public static double victimUtilisation(double utilisation, double sigma) {
        double target = utilisation - sigma;
        if (target <= 0) {
            return 0;
        }
        if (target >= 1) {
            return MAX_VICTIM;
        }
        // The mean is the logarithmic mean of x and 1, which lies between their geometric and their arithmetic mean.
        double low = Math.max(0, 2 * target - 1);
        double high = target * target;
        double victim = high;
        while (high - low > PRECISION) {
            double logarithm = Math.log(victim);
            double excess = (victim - 1) / logarithm - target;
            if (excess < 0) {
                low = victim;
            } else {
                high = victim;
            }
            double step = excess * logarithm * logarithm / (logarithm - 1 + 1 / victim);
            double next = victim - step;
            if (Math.abs(step) < PRECISION) {
                return Math.max(0, Math.min(next, MAX_VICTIM));
            }
            victim = next > low && next < high ? next : (low + high) / 2;
        }
        return Math.min(low, MAX_VICTIM);
    }

    /** Erases of a period from its page writes and the fill of the device (EDM Eq. 4). */
    public static double edmErases(double pageWrites, int pagesPerBlock, double utilisation, double sigma) {
        return erases(pageWrites, pagesPerBlock, victimUtilisation(utilisation, sigma));
    }
}
