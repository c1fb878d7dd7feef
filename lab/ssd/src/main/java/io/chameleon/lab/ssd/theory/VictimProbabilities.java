package io.chameleon.lab.ssd.theory;

/**
 * Which block is collected, given how full the blocks are: the paper's p (a victim among d blocks of any type) and q
 * (among d* of one type). Both are written without the division by m_i that the paper prints, so that empty levels need
 * no case and the derivatives exist everywhere: {@code (x^d - y^d) / (x - y)} is a polynomial.
 */
final class VictimProbabilities {
    /** {@code p[type][i]}: the first victim is of this type and holds i valid pages. */
    final double[][] p;

    /** {@code q[type][i]}: the second victim, drawn from the blocks of this type, holds i valid pages. */
    final double[][] q;

    private final int b;
    private final int choices;
    private final int swapChoices;

    VictimProbabilities(HotColdParameters parameters) {
        b = parameters.pagesPerBlock();
        choices = parameters.choices();
        swapChoices = parameters.swapChoices();
        p = new double[2][b + 1];
        q = new double[2][b + 1];
    }

    void update(double[] m) {
        double blocks = 0;
        for (double share : m) {
            blocks += share;
        }
        double fuller = 0; // share of the blocks with more than i valid pages
        for (int i = b; i >= 0; i--) {
            double hot = m[i] / blocks;
            double cold = m[b + 1 + i] / blocks;
            double asFull = fuller + hot + cold;
            double slope = slope(asFull, fuller, choices);
            p[Occupancy.HOT][i] = hot * slope;
            p[Occupancy.COLD][i] = cold * slope;
            fuller = asFull;
        }
        if (swapChoices > 0) {
            updateSecond(m, Occupancy.HOT);
            updateSecond(m, Occupancy.COLD);
        }
    }

    private void updateSecond(double[] m, int type) {
        int first = type * (b + 1);
        double blocks = 0;
        for (int i = 0; i <= b; i++) {
            blocks += m[first + i];
        }
        double fuller = 0;
        for (int i = b; i >= 0; i--) {
            double share = m[first + i] / blocks;
            q[type][i] = share * slope(fuller + share, fuller, swapChoices);
            fuller += share;
        }
    }

    /** {@code (x^n - y^n) / (x - y)}, also where x = y: the sum of x^k y^(n-1-k), by doubling. Cost: O(log n). */
    static double slope(double x, double y, int n) {
        double sum = 1; // for 1
        double xPower = x;
        double yPower = y;
        for (int bit = Integer.highestOneBit(n) >> 1; bit > 0; bit >>= 1) {
            sum *= xPower + yPower;
            xPower *= xPower;
            yPower *= yPower;
            if ((n & bit) != 0) {
                sum = x * sum + yPower;
                xPower *= x;
                yPower *= y;
            }
        }
        return sum;
    }
}
