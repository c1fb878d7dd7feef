package io.chameleon.lab.emulator.workload;

import java.util.List;

/** A handful of object sizes, each with its share of the objects. */
record ObjectSizes(List<Share> shares) {
    private static final double GOLDEN = 0.6180339887498949;

    /** @param weight relative to those of the other sizes */
    record Share(int kib, int weight) {
        int bytes() {
            return kib * 1024;
        }
    }

    ObjectSizes(Share... shares) {
        this(List.of(shares));
    }

    /**
     * A size in bytes for each object, with the given mean. Sizes are dealt along the ranks in golden steps, so that
     * popularity and size are independent whatever the seed.
     *
     * @param ranks the object at each rank
     * @param start where the steps begin, at least 0, below 1
     */
    int[] spread(double mean, int[] ranks, double start) {
        double[] cumulative = tilted(mean);
        int[] bytes = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            double at = (start + i * GOLDEN) % 1.0;
            int size = 0;
            while (size < cumulative.length - 1 && cumulative[size] < at) {
                size++;
            }
            bytes[ranks[i]] = shares.get(size).bytes();
        }
        return bytes;
    }

    /** Cumulative shares, tilted by a power of the size so that their mean is the given one. */
    private double[] tilted(double mean) {
        double low = -3.0;
        double high = 3.0;
        double[] weights = new double[0];
        for (int step = 0; step < 80; step++) {
            double tilt = (low + high) / 2;
            weights = shares.stream()
                    .mapToDouble(share -> share.weight() * StrictMath.pow(share.kib() / 16.0, tilt))
                    .toArray();
            if (meanOf(weights) < mean) {
                low = tilt;
            } else {
                high = tilt;
            }
        }
        double total = sum(weights);
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] / total;
            weights[i] = sum;
        }
        return weights;
    }

    private double meanOf(double[] weights) {
        double bytes = 0;
        for (int i = 0; i < weights.length; i++) {
            bytes += shares.get(i).bytes() * weights[i];
        }
        return bytes / sum(weights);
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
