package io.chameleon.lab.ssd.theory;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Follows {@code dm/dt = F(m)} to its fixed point by implicit Euler steps that grow as it settles (pseudo-transient
 * continuation). Early steps follow the paper's ODE, late ones are Newton's: some tens of steps where explicit Euler
 * needs thousands, and a residual at the limit of the arithmetic. Cost of a step: n^3 / 3, and n evaluations of F where
 * its derivatives are taken anew.
 */
final class PseudoTransient {
    private static final double FIRST_STEP = 1;
    private static final double GROWTH = 4;
    private static final double MAX_STEP = 1e9;
    private static final double DIFFERENCE = 1e-8;
    private static final double ROUNDING = 1e-6;
    /**
     * Below this a residual may grow again: with large d the last levels of m are stiff, and Newton's path crosses
     * ridges.
     */
    private static final double CLOSE = 1e-4;

    /** Derivatives of an earlier step serve as long as each step leaves at most this share of the residual. */
    private static final double PROGRESS = 0.8;

    private static final double GOAL = 1e-13;
    private static final int MAX_STEPS = 400;

    private final UnaryOperator<double[]> drift;
    private final List<Invariant> invariants;

    /**
     * A linear function that F leaves constant: {@code weights . m = value}.
     *
     * @param row the component of F that it determines from the others, whose equation it replaces
     */
    record Invariant(double[] weights, double value, int row) {}

    record Rest(double[] m, double residual, int steps) {}

    PseudoTransient(UnaryOperator<double[]> drift, List<Invariant> invariants) {
        this.drift = drift;
        this.invariants = invariants;
    }

    /**
     * Aims at a residual, the largest |F_i|, of 1e-13.
     *
     * @throws ArithmeticException if it stays above {@code tolerance}
     */
    Rest solve(double[] start, double tolerance) {
        double[] m = start.clone();
        double[] f = drift.apply(m);
        double step = FIRST_STEP;
        double residual = norm(f);
        double[][] slopes = slopes(m, f);
        boolean areSlopesOfM = true;
        for (int steps = 1; steps <= MAX_STEPS; steps++) {
            if (residual < GOAL && step >= MAX_STEP) {
                return new Rest(m, residual, steps);
            }
            double[] candidate = moved(m, implicitStep(slopes, m, f, step));
            if (isPlausible(candidate)) {
                roundUpToZero(candidate);
                double[] next = drift.apply(candidate);
                double left = norm(next);
                if (left <= Math.max(2 * residual, CLOSE)) {
                    boolean isSlow = left > residual * PROGRESS;
                    m = candidate;
                    f = next;
                    residual = left;
                    if (isSlow) {
                        slopes = slopes(m, f);
                    }
                    areSlopesOfM = isSlow;
                    step = Math.min(step * GROWTH, MAX_STEP);
                    continue;
                }
            }
            if (!areSlopesOfM) {
                slopes = slopes(m, f);
                areSlopesOfM = true;
            }
            step /= GROWTH * GROWTH;
        }
        if (residual < tolerance) {
            return new Rest(m, residual, MAX_STEPS);
        }
        throw new ArithmeticException("no fixed point found: residual " + residual + " after " + MAX_STEPS + " steps");
    }

    /** Shares of blocks are not negative; slightly below zero is rounding. */
    private static boolean isPlausible(double[] m) {
        return Arrays.stream(m).allMatch(share -> share > -ROUNDING);
    }

    private static void roundUpToZero(double[] m) {
        for (int i = 0; i < m.length; i++) {
            m[i] = Math.max(0, m[i]);
        }
    }

    /** dF/dm by differences: row i has the derivatives of F_i. */
    private double[][] slopes(double[] m, double[] f) {
        int n = m.length;
        double[][] slopes = new double[n][n];
        double[] probe = m.clone();
        for (int column = 0; column < n; column++) {
            probe[column] = m[column] + DIFFERENCE;
            double[] g = drift.apply(probe);
            probe[column] = m[column];
            for (int row = 0; row < n; row++) {
                slopes[row][column] = (g[row] - f[row]) / DIFFERENCE;
            }
        }
        return slopes;
    }

    /** Solves {@code (1 / step - dF/dm) change = F}. */
    private double[] implicitStep(double[][] slopes, double[] m, double[] f, double step) {
        int n = m.length;
        double[][] system = new double[n][n + 1];
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                system[row][column] = -slopes[row][column];
            }
            system[row][row] += 1 / step;
            system[row][n] = f[row];
        }
        for (Invariant invariant : invariants) {
            double[] row = Arrays.copyOf(invariant.weights(), n + 1);
            row[n] = invariant.value();
            for (int i = 0; i < n; i++) {
                row[n] -= invariant.weights()[i] * m[i];
            }
            system[invariant.row()] = row;
        }
        return LinearSystem.solve(system);
    }

    private static double[] moved(double[] m, double[] change) {
        double[] moved = m.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += change[i];
        }
        return moved;
    }

    private static double norm(double[] f) {
        double max = 0;
        for (double component : f) {
            max = Double.isNaN(component) ? Double.POSITIVE_INFINITY : Math.max(max, Math.abs(component));
        }
        return max;
    }
}
