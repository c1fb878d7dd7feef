package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OccupancyTest {
    /** A start that holds other pages than the drive would settle at the rest of another drive. */
    @ParameterizedTest
    @CsvSource({"16, 0.1, 0.2", "256, 0.3, 0.05", "2, 0.5, 0.9"})
    void driveFilledAtRandom_keepsTheInvariants(int pagesPerBlock, double spare, double hotFraction) {
        HotColdParameters parameters = new HotColdParameters(pagesPerBlock, spare, 4, 0, 0.8, hotFraction);
        double[] m = Occupancy.start(parameters);
        for (PseudoTransient.Invariant invariant : Occupancy.invariants(parameters)) {
            double value = 0;
            for (int i = 0; i < m.length; i++) {
                value += invariant.weights()[i] * m[i];
            }
            assertThat(value).isCloseTo(invariant.value(), within(1e-9 * pagesPerBlock));
        }
    }
}
