package io.chameleon.lab.ssd.theory;

import io.chameleon.simssd.Check;
import java.util.function.DoubleUnaryOperator;

/**
 * Write amplification of one write frontier under uniform random writes, in the limit of many blocks.
 *
 * <p>Sources: Van Houdt 2013 (the paper's [19]) for d choices, Desnoyers 2014 (its [7]) for greedy and FIFO. All rest
 * on the same balance: blocks lose one valid page at a time, at a rate proportional to the valid pages they hold, and
 * are collected on the way.
 *
 * @param pagesPerBlock b, 2 to 4096
 * @param spareFactor S_f, between 0 and 1
 */
public record UniformModel(int pagesPerBlock, double spareFactor) {
    private static final int HALVINGS = 200;

    public UniformModel {
        Check.that(pagesPerBlock >= 2 && pagesPerBlock <= 4096, "pages per block", pagesPerBlock, "2 to 4096");
        Check.that(spareFactor > 0 && spareFactor < 1, "spare factor", spareFactor, "a number between 0 and 1");
    }

    /** Victims at random: a victim is as full as the drive. */
    public double random() {
        return 1 / spareFactor;
    }

    /**
     * The oldest block first. A page outlives N b (1 - u) writes to N b rho pages with probability u, the victim's
     * fill.
     */
    public double fifo() {
        double rho = 1 - spareFactor;
        // u = 1 is always a root; the one below it is sought
        return 1 / (1 - rootOf(u -> u - Math.exp(-(1 - u) / rho), 0, rho));
    }

    /**
     * The block with the fewest valid pages. Levels b down to m + 2 are passed by every block, at rate g per host write
     * and {@code b rho} pages; level m + 1 passes on a part and is collected for the rest; a block that reaches m is
     * collected at once.
     *
     * @throws ArithmeticException if there is no such level, as with a spare factor below that of one page per block
     */
    public double greedy() {
        int b = pagesPerBlock;
        double rho = 1 - spareFactor;
        double harmonic = 1.0 / b; // of m + 2 to b
        for (int m = b - 2; m >= 0; m--) {
            double g = (1 - rho * b / (m + 1)) / (rho * b * (harmonic - (b - m - 1) / (m + 1.0)));
            double passed = 1 - g * (b - m - 1);
            if (g > 0 && passed >= 0 && passed <= g) {
                return g * b;
            }
            harmonic += 1.0 / (m + 1);
        }
        throw new ArithmeticException("greedy collection has no fixed point at spare factor " + spareFactor);
    }

    /**
     * The block with the fewest valid pages among d drawn at random. S_i is the share of the blocks with at least i
     * valid pages, w the host writes per collection. The balance across level i is
     * {@code w i (S_i - S_(i+1)) / (b rho) = 1 - S_i^d}; w is correct if the victims' mean leaves room for w writes.
     *
     * @param choices d, 1 or more
     */
    public double choices(int choices) {
        Check.that(choices >= 1, "choices d", choices, "1 or more");
        double writes = rootOf(w -> w + victimPages(w, choices) - pagesPerBlock, 1e-9, pagesPerBlock);
        return pagesPerBlock / writes;
    }

    /** Mean valid pages of a victim: the sum of S_i^d. */
    private double victimPages(double writes, int choices) {
        double drain = writes / (pagesPerBlock * (1 - spareFactor));
        double pages = 0;
        double fuller = 0;
        for (int i = pagesPerBlock; i >= 1; i--) {
            double rate = drain * i;
            double above = fuller;
            fuller = rootOf(s -> rate * (s - above) + Math.pow(s, choices) - 1, above, 1);
            pages += Math.pow(fuller, choices);
        }
        return pages;
    }

    /** Root of a function that is negative below its only root between low and high. */
    private static double rootOf(DoubleUnaryOperator function, double low, double high) {
        double below = low;
        double above = high;
        for (int i = 0; i < HALVINGS && above - below > Math.ulp(above); i++) {
            double middle = (below + above) / 2;
            if (function.applyAsDouble(middle) < 0) {
                below = middle;
            } else {
                above = middle;
            }
        }
        return (below + above) / 2;
    }
}
