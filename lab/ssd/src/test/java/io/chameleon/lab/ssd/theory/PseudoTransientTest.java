package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PseudoTransientTest {
    private static final PseudoTransient.Invariant SUM = new PseudoTransient.Invariant(new double[] {1, 1}, 1, 0);

    /** Flow to and fro: at rest both flows are equal. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 0.25, 1, 1_000})
    void linearExchange_comesToItsBalance(double rate) {
        PseudoTransient solver =
                new PseudoTransient(m -> new double[] {m[1] - rate * m[0], rate * m[0] - m[1]}, List.of(SUM));
        PseudoTransient.Rest rest = solver.solve(new double[] {0.5, 0.5}, 1e-9);
        assertThat(rest.m()[0]).isCloseTo(1 / (1 + rate), within(1e-9));
        assertThat(rest.m()[1]).isCloseTo(rate / (1 + rate), within(1e-9));
        assertThat(rest.residual()).isLessThan(1e-13);
    }

    /** {@code x^2 = 1 - x}: the golden ratio. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.5, 1})
    void bentExchange_comesToTheSameRest_fromEveryStart(double start) {
        PseudoTransient solver =
                new PseudoTransient(m -> new double[] {m[1] - m[0] * m[0], m[0] * m[0] - m[1]}, List.of(SUM));
        PseudoTransient.Rest rest = solver.solve(new double[] {start, 1 - start}, 1e-9);
        assertThat(rest.m()[0]).isCloseTo((Math.sqrt(5) - 1) / 2, within(1e-12));
    }

    /** The sum decides which of infinitely many rests it is. */
    @Test
    void invariant_isKeptExactly() {
        PseudoTransient.Invariant three = new PseudoTransient.Invariant(new double[] {1, 1}, 3, 0);
        PseudoTransient solver = new PseudoTransient(m -> new double[] {m[1] - m[0], m[0] - m[1]}, List.of(three));
        assertThat(solver.solve(new double[] {3, 0}, 1e-9).m()).containsExactly(new double[] {1.5, 1.5}, within(1e-12));
    }

    @Test
    void start_isLeftAsItIs() {
        double[] start = {0.5, 0.5};
        new PseudoTransient(m -> new double[] {m[1] - 2 * m[0], 2 * m[0] - m[1]}, List.of(SUM)).solve(start, 1e-9);
        assertThat(start).containsExactly(0.5, 0.5);
    }

    @Test
    void driftThatNeverRests_isAnError_andNoResult() {
        PseudoTransient solver = new PseudoTransient(_ -> new double[] {1, 1}, List.of());
        assertThatThrownBy(() -> solver.solve(new double[] {0.5, 0.5}, 1e-9))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("no fixed point found: residual 1.0");
    }

    /** What is not a number is no progress. */
    @Test
    void driftThatIsNotANumber_isAnError() {
        PseudoTransient solver = new PseudoTransient(_ -> new double[] {Double.NaN, 0}, List.of());
        assertThatThrownBy(() -> solver.solve(new double[] {0.5, 0.5}, 1e-9)).isInstanceOf(ArithmeticException.class);
    }
}
