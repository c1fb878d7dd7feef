package io.chameleon.lab.ssd.theory;

import static io.chameleon.lab.ssd.theory.Occupancy.COLD;
import static io.chameleon.lab.ssd.theory.Occupancy.HOT;
import static io.chameleon.lab.ssd.theory.Occupancy.other;

/**
 * The paper's mean-field model of HCWF(swap), section 3, and of HCWF, which is the same without the second victim.
 *
 * <p>Invalidations are taken per valid page of the class as counted in m rather than by the constant b rho f of Eq. 2.
 * On the model's own states the two are equal. Near them, where numerical derivatives are taken, this keeps the number
 * of valid pages constant, so a solver cannot drift off.
 */
public final class HotColdModel {
    private final HotColdParameters parameters;
    private final int b;
    private final VictimProbabilities victims;
    private final FrontierChain frontiers;

    private HotColdModel(HotColdParameters parameters) {
        this.parameters = parameters;
        b = parameters.pagesPerBlock();
        victims = new VictimProbabilities(parameters);
        frontiers = new FrontierChain(parameters);
    }

    /**
     * The fixed point that is reached from a drive filled at random. Cost: O(b^4) some ten times, and O(b^3) for each
     * of some tens of steps.
     *
     * @throws ArithmeticException if the solver does not converge
     */
    public static FixedPoint fixedPoint(HotColdParameters parameters) {
        return new HotColdModel(parameters).solve(Occupancy.start(parameters));
    }

    FixedPoint solve(double[] start) {
        PseudoTransient.Rest rest =
                new PseudoTransient(this::drift, Occupancy.invariants(parameters)).solve(start, FixedPoint.TOLERANCE);
        drift(rest.m());
        double first = firstCollections();
        double second = frontiers.swap[HOT] + frontiers.swap[COLD];
        double pages = 0;
        double hotBlocks = 0;
        for (int i = 0; i <= b; i++) {
            hotBlocks += rest.m()[i];
            for (int type = HOT; type <= COLD; type++) {
                pages += i * (first * victims.p[type][i] + frontiers.swap[type] * victims.q[type][i]);
            }
        }
        double mean = pages / (first + second);
        return new FixedPoint(
                b / (b - mean), hotBlocks, second / (first + second), mean, rest.residual(), rest.steps());
    }

    /** F(m) of Eq. 1: the drifts of Eq. 2 and 3, weighted by the invariant vector of K(m). */
    double[] drift(double[] m) {
        victims.update(m);
        frontiers.update(victims);
        double[] drift = new double[2 * (b + 1)];
        for (int type = HOT; type <= COLD; type++) {
            invalidations(m, type, drift);
            collections(type, drift);
            drift[type * (b + 1) + b] += filledFrontiers(type);
        }
        return drift;
    }

    private void invalidations(double[] m, int type, double[] drift) {
        int first = type * (b + 1);
        double valid = 0;
        for (int i = 1; i <= b; i++) {
            valid += i * m[first + i];
        }
        double rate = frontiers.hostWrites() * parameters.writeShare(type) / valid;
        for (int i = 1; i <= b; i++) {
            double flow = rate * i * m[first + i];
            drift[first + i] -= flow;
            drift[first + i - 1] += flow;
        }
    }

    private void collections(int type, double[] drift) {
        double first = firstCollections();
        for (int i = 0; i <= b; i++) {
            drift[type * (b + 1) + i] -= first * victims.p[type][i] + frontiers.swap[type] * victims.q[type][i];
        }
    }

    /** Frontiers of this type that become ordinary blocks, full of valid pages. */
    private double filledFrontiers(int type) {
        double filled = frontiers.swap[type];
        for (int held = 0; held < b; held++) {
            // its own frontier was full, unless collection has to run again for it
            filled += frontiers.full[type][held] * (1 - frontiers.overflow(other(type), b - held));
            // the other frontier was full, and a victim of this type did not fit on this frontier
            filled += frontiers.full[other(type)][held] * frontiers.overflow(type, b - held);
        }
        return filled;
    }

    private double firstCollections() {
        double sum = 0;
        for (int type = HOT; type <= COLD; type++) {
            for (double share : frontiers.full[type]) {
                sum += share;
            }
        }
        return sum;
    }
}
