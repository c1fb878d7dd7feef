package io.chameleon.core.redundancy;

/**
 * Write heat of an object, {@code p_k = sum over j of w_j / 2^(k-j)} (Chameleon III-B1, Eq. 1), kept as the
 * order-preserving score {@code s = log2(p) + epoch of p}. Without writes {@code s} stays constant while heat halves
 * each epoch. So a stored score is never rewritten, and an index on it sorts by heat.
 *
 * <p>Cost: O(1) per write and per query.
 */
public final class WriteHeat {
    /** {@code p_k} of an object written once every epoch: heats sum to twice a steady rate (reading 5). */
    private static final double ONCE_AN_EPOCH = 2;

    /** The score of an object that was never written: colder than any other. */
    public static final double NEVER_WRITTEN = -1e300;

    private WriteHeat() {}

    /** Score after one more write in {@code epoch}. Epochs never decrease: a write seen late counts in full. */
    public static double written(double score, long epoch) {
        double heat = heat(score, epoch) + 1;
        return Math.log(heat) / Math.log(2) + epoch;
    }

    /** {@code p_k} at the end of {@code epoch}; 0 for an object that was never written. */
    public static double heat(double score, long epoch) {
        return Math.pow(2, score - epoch);
    }

    /** Whether an object last written in {@code lastWriteEpoch} was expected to be written again within an epoch. */
    public static boolean isRewrittenSoon(double score, long lastWriteEpoch) {
        return heat(score, lastWriteEpoch) >= ONCE_AN_EPOCH;
    }

    /** The score from which an object has at least {@code heat} in {@code epoch}: the bound of an index range scan. */
    public static double scoreOf(double heat, long epoch) {
        return heat <= 0 ? NEVER_WRITTEN : Math.log(heat) / Math.log(2) + epoch;
    }
}
