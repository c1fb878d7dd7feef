package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinearSystemTest {
    @Test
    void solution_solvesEveryEquation() {
        int n = 40;
        SplittableRandom random = new SplittableRandom(1);
        double[][] rows = new double[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = random.doubles(n + 1, -1, 1).toArray();
            rows[i][i] += 2 * n; // far from singular
        }
        double[][] copy = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        double[] x = LinearSystem.solve(copy);
        for (double[] row : rows) {
            double left = 0;
            for (int j = 0; j < n; j++) {
                left += row[j] * x[j];
            }
            assertThat(left).isCloseTo(row[n], within(1e-12));
        }
    }

    @Test
    void zeroOnTheDiagonal_needsAnotherPivot() {
        assertThat(LinearSystem.solve(new double[][] {{0, 2, 6}, {4, 0, 8}})).containsExactly(2, 3);
    }
}
