package io.chameleon.lab.ssd.theory;

/**
 * How two frontiers fill after a victim's pages went to one of them: a negative binomial law, mixed over the victim's
 * pages. One frontier takes a host write with the given probability, the other one takes it else. Both tables follow
 * from the first host write: either it leaves one page less to fill, or one more beside.
 *
 * <p>Cost of {@link #update}: O(b^2). All terms are positive, so rounding errors do not grow.
 */
final class FillingLaw {
    private final int b;
    private final double share;
    private final double[][] one;
    private final double[][] other;

    /** @param share probability that a host write goes to the frontier with the victim's pages */
    FillingLaw(int b, double share) {
        this.b = b;
        this.share = share;
        one = new double[b + 1][b];
        other = new double[b + 1][b];
    }

    /** @param victim probability of each number of pages, 0 to b */
    void update(double[] victim) {
        System.arraycopy(victim, 0, other[0], 0, b);
        for (int room = 1; room <= b; room++) {
            next(one[room - 1], victim[room - 1], share, one[room]);
            next(other[room - 1], 0, 1 - share, other[room]);
        }
    }

    private static void next(double[] oneLess, double full, double share, double[] row) {
        row[0] = share * (oneLess[0] + full);
        for (int i = 1; i < row.length; i++) {
            row[i] = share * oneLess[i] + (1 - share) * row[i - 1];
        }
    }

    /**
     * The frontier with the victim's pages had {@code room}, which they do not fill: probability that host writes fill
     * it when the other one has taken exactly {@code [s]} of them.
     */
    double[] whileOneFills(int room) {
        return one[room];
    }

    /**
     * The other frontier had {@code room}: probability that host writes fill it when the one with the victim's pages
     * holds exactly {@code [s]} pages, less than b.
     */
    double[] whileOtherFills(int room) {
        return other[room];
    }
}
