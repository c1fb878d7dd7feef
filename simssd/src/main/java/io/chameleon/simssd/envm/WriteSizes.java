package io.chameleon.simssd.envm;

/** Tells large writes from small ones: large is the average so far or more (paper, section IV). */
final class WriteSizes {
    private double count;
    private double sum;

    /**
     * Judges a request by those before it, then adds it to the average; the first one is large.
     *
     * @param weight share of the request that this call represents, 1 for all of it
     */
    boolean isLarge(long bytes, double weight) {
        boolean large = bytes >= mean();
        count += weight;
        sum += bytes * weight;
        return large;
    }

    double mean() {
        return count == 0 ? 0 : sum / count;
    }
}
