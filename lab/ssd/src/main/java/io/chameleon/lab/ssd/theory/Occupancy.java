package io.chameleon.lab.ssd.theory;

import java.util.List;

/**
 * The vector m of the paper's section 3.1: element {@code type * (b + 1) + i} is the share of all blocks that are of
 * this type and hold {@code i} valid pages.
 */
final class Occupancy {
    static final int HOT = 0;
    static final int COLD = 1;

    private Occupancy() {}

    /** The type whose frontier is not the full one. */
    static int other(int type) {
        return 1 - type;
    }

    /**
     * A drive filled at random: each class has blocks in proportion to its pages, and each page of them is valid with
     * probability 1 - S_f. It has the right number of valid pages of each class; nothing else about it matters (GC
     * reading 2).
     */
    static double[] start(HotColdParameters parameters) {
        int b = parameters.pagesPerBlock();
        double valid = 1 - parameters.spareFactor();
        double[] m = new double[2 * (b + 1)];
        for (int type = HOT; type <= COLD; type++) {
            double share = parameters.validPages(type) / (b * valid);
            double logChoose = 0;
            for (int i = 0; i <= b; i++) {
                m[type * (b + 1) + i] =
                        share * Math.exp(logChoose + i * Math.log(valid) + (b - i) * Math.log1p(-valid));
                logChoose += Math.log((double) (b - i) / (i + 1));
            }
        }
        return m;
    }

    /** The invariants of F: the number of blocks, the valid pages of the hot class, those of the cold class. */
    static List<PseudoTransient.Invariant> invariants(HotColdParameters parameters) {
        int b = parameters.pagesPerBlock();
        double[] blocks = new double[2 * (b + 1)];
        double[] hotPages = new double[2 * (b + 1)];
        double[] coldPages = new double[2 * (b + 1)];
        for (int i = 0; i <= b; i++) {
            blocks[i] = 1;
            blocks[b + 1 + i] = 1;
            hotPages[i] = i;
            coldPages[b + 1 + i] = i;
        }
        return List.of(
                new PseudoTransient.Invariant(blocks, 1, b + 1),
                new PseudoTransient.Invariant(hotPages, parameters.validPages(HOT), b),
                new PseudoTransient.Invariant(coldPages, parameters.validPages(COLD), 2 * b + 1));
    }
}
