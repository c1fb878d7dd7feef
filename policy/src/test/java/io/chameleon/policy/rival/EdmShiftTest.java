package io.chameleon.policy.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.wear.WearModel;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** EDM's Algorithm 1. */
class EdmShiftTest {
    /** Devices that differ only in their page writes. */
    private static final Erases ALIKE = (device, writes) -> writes / 64;

    /**
     * By hand: 300 and 100 page writes are even at epsilon 1/3, which is found at 0.334: 100.2 pages go from the first
     * device to the second, and the third, at 200, is neither.
     */
    @Test
    void threeDevices_oneRound() {
        double[] shifts = EdmShift.shifts(new double[] {300, 100, 200}, 1, ALIKE);
        assertThat(shifts[0]).isEqualTo(-100.2, within(1e-9));
        assertThat(shifts[1]).isEqualTo(100.2, within(1e-9));
        assertThat(shifts[2]).isZero();
    }

    @Test
    void threeDevices_twoRounds() {
        double[] shifts = EdmShift.shifts(new double[] {300, 100, 600}, 2, ALIKE);
        // Round 1: 600 and 100 are even at 5/12, found at 0.417: 250.2. Round 2: 350.2 is now the most, on the second
        // device,
        // and 300 the least: even at 25.1/350.2 = 0.0717, found at 0.072: 25.2144.
        assertThat(shifts[2]).isEqualTo(-250.2, within(1e-9));
        assertThat(shifts[1]).isEqualTo(250.2 - 25.2144, within(1e-9));
        assertThat(shifts[0]).isEqualTo(25.2144, within(1e-9));
    }

    @Test
    void fuller_givesMore_sinceItsWritesCostMore() {
        Erases secondCostsTwice = (device, writes) -> writes * (device == 1 ? 2 : 1);
        double[] shifts = EdmShift.shifts(new double[] {300, 300}, 500, secondCostsTwice);
        assertThat(shifts[1]).isEqualTo(-100, within(1.0));
        assertThat(shifts[0]).isEqualTo(-shifts[1], within(1e-9));
    }

    @Test
    void evenOrLoneDevices_shiftNothing() {
        assertThat(EdmShift.shifts(new double[] {7, 7, 7}, 500, ALIKE)).containsOnly(0);
        assertThat(EdmShift.shifts(new double[] {7}, 500, ALIKE)).containsOnly(0);
        assertThat(EdmShift.shifts(new double[0], 500, ALIKE)).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bisection_givesWhatThePrintedLoopGives(long seed) {
        Random random = new Random(seed);
        double[] writes = random.doubles(12, 0, 10_000).toArray();
        double[] fills = random.doubles(12, 0.2, 0.95).toArray();
        Erases hot = (device, amount) -> WearModel.edmErases(amount, 64, fills[device], 0.28);
        Erases cold = (device, amount) -> WearModel.edmErases(writes[device], 64, amount, 0.28);
        assertThat(EdmShift.shifts(writes, 100, hot)).containsExactly(asPrinted(writes, 100, hot), within(1e-6));
        assertThat(EdmShift.shifts(fills, 100, cold)).containsExactly(asPrinted(fills, 100, cold), within(1e-9));
    }

    /** Algorithm 1 line by line. */
    private static double[] asPrinted(double[] amounts, int iterations, Erases erases) {
        double[] w = amounts.clone();
        double[] change = new double[w.length];
        for (int i = 0; i < iterations; i++) {
            int x = 0;
            int y = 0;
            for (int device = 1; device < w.length; device++) {
                x = erases.of(device, w[device]) > erases.of(x, w[x]) ? device : x;
                y = erases.of(device, w[device]) < erases.of(y, w[y]) ? device : y;
            }
            double shifted = 0;
            for (int step = 0; step < 1_000; step++) {
                shifted = w[x] * step / 1_000;
                if (erases.of(x, w[x] - shifted) - erases.of(y, w[y] + shifted) <= 0) {
                    break;
                }
            }
            change[x] -= shifted;
            change[y] += shifted;
            w[x] -= shifted;
            w[y] += shifted;
        }
        assertThat(Arrays.stream(change).sum()).isEqualTo(0, within(1e-6));
        return change;
    }
}
