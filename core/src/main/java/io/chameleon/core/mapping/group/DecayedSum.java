package io.chameleon.core.mapping.group;

/** The heat of a group and the pages written by it, by fragment, as of the end of an epoch. */
final class DecayedSum {
    final double[] pages;
    double heat;
    private long epoch;

    DecayedSum(int width, long epoch) {
        pages = new double[width];
        this.epoch = epoch;
    }

    /** By half for each epoch up to {@code to}. */
    void decay(long to) {
        if (to > epoch) {
            double share = Math.pow(2, epoch - (double) to);
            heat *= share;
            for (int i = 0; i < pages.length; i++) {
                pages[i] *= share;
            }
            epoch = to;
        }
    }
}
