package io.chameleon.lab.ssd.theory;

/**
 * The invariant vector of a Markov chain by the elimination of Grassmann, Taksar and Heyman: no subtractions, hence
 * accurate to the last digits even where probabilities differ by hundreds of orders of magnitude. Cost: n^3 / 3
 * multiplications.
 */
final class StationaryDistribution {
    private StationaryDistribution() {}

    /** Overwrites {@code transitions}, whose diagonal is not read. The chain must be irreducible. */
    static double[] of(double[][] transitions) {
        int states = transitions.length;
        for (int last = states - 1; last > 0; last--) {
            eliminate(transitions, last);
        }
        double[] visits = new double[states];
        visits[0] = 1;
        double sum = 1;
        for (int state = 1; state < states; state++) {
            for (int from = 0; from < state; from++) {
                visits[state] += visits[from] * transitions[from][state];
            }
            sum += visits[state];
        }
        for (int state = 0; state < states; state++) {
            visits[state] /= sum;
        }
        return visits;
    }

    private static void eliminate(double[][] transitions, int last) {
        double[] row = transitions[last];
        double leaving = 0;
        for (int to = 0; to < last; to++) {
            leaving += row[to];
        }
        if (!(leaving > 0)) {
            throw new ArithmeticException("a state of the write frontiers is never left");
        }
        for (int from = 0; from < last; from++) {
            double[] other = transitions[from];
            double weight = other[last] / leaving;
            other[last] = weight;
            if (weight != 0) {
                for (int to = 0; to < last; to++) {
                    other[to] += weight * row[to];
                }
            }
        }
    }
}
