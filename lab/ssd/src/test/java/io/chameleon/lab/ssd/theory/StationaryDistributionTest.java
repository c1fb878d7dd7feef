package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StationaryDistributionTest {
    @Test
    void randomChain_isLeftAsItWasByAStep() {
        int states = 40;
        double[][] chain = randomChain(states);
        double[] visits = StationaryDistribution.of(copy(chain));
        double sum = 0;
        for (int to = 0; to < states; to++) {
            double next = 0;
            for (int from = 0; from < states; from++) {
                next += visits[from] * chain[from][to];
            }
            assertThat(next).isCloseTo(visits[to], within(1e-15));
            sum += visits[to];
        }
        assertThat(sum).isCloseTo(1, within(1e-14));
    }

    /** A state reached once in 10^200 steps and left once in 10^100: balance gives its share exactly. */
    @Test
    void rareStates_keepTheirDigits() {
        double[] visits = StationaryDistribution.of(new double[][] {{1, 1e-200}, {1e-100, 1}});
        assertThat(visits[1]).isCloseTo(1e-100, within(1e-114));
    }

    private static double[][] randomChain(int states) {
        SplittableRandom random = new SplittableRandom(5);
        double[][] chain = new double[states][states];
        for (double[] row : chain) {
            double sum = 0;
            for (int to = 0; to < states; to++) {
                row[to] = Math.pow(random.nextDouble(), 8);
                sum += row[to];
            }
            for (int to = 0; to < states; to++) {
                row[to] /= sum;
            }
        }
        return chain;
    }

    private static double[][] copy(double[][] rows) {
        double[][] copy = new double[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            copy[i] = rows[i].clone();
        }
        return copy;
    }
}
