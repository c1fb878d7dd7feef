package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The closed form, beside draws of the very choice that it describes. */
class VictimProbabilitiesTest {
    private static final int B = 8;
    private static final int DRAWS = 40_000;

    private final SplittableRandom random = new SplittableRandom(1);
    private final double[] shares = shares();

    /** Share of all blocks by type and valid pages; one level of the hot ones is empty. */
    private double[] shares() {
        double[] m = random.doubles(2 * (B + 1)).toArray();
        m[3] = 0;
        double sum = Arrays.stream(m).sum();
        return Arrays.stream(m).map(share -> share / sum).toArray();
    }

    private VictimProbabilities of(int choices, int swapChoices) {
        VictimProbabilities of = new VictimProbabilities(new HotColdParameters(B, 0.2, choices, swapChoices, 0.8, 0.2));
        of.update(shares);
        return of;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 32})
    void victim_amongDBlocks_isTheEmptiestOfThem(int choices) {
        double[][] p = of(choices, 0).p;
        double[] drawn = new double[B + 1];
        for (int draw = 0; draw < DRAWS; draw++) {
            int emptiest = B;
            for (int i = 0; i < choices; i++) {
                emptiest = Math.min(emptiest, block() % (B + 1));
            }
            drawn[emptiest] += 1.0 / DRAWS;
        }
        for (int level = 0; level <= B; level++) {
            assertThat(p[Occupancy.HOT][level] + p[Occupancy.COLD][level])
                    .as("%d valid pages", level)
                    .isCloseTo(drawn[level], within(0.02));
        }
    }

    private int block() {
        double left = random.nextDouble();
        for (int i = 0; i < shares.length; i++) {
            left -= shares[i];
            if (left < 0) {
                return i;
            }
        }
        return shares.length - 1;
    }

    /** So no step of the solution loses or makes blocks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 1_000})
    void probabilities_sumUpToOne_ofTheFirstVictimAndOfTheSecond(int choices) {
        VictimProbabilities of = of(choices, choices);
        assertThat(DoubleStream.concat(Arrays.stream(of.p[Occupancy.HOT]), Arrays.stream(of.p[Occupancy.COLD]))
                        .sum())
                .isCloseTo(1, within(1e-12));
        assertThat(Arrays.stream(of.q[Occupancy.HOT]).sum()).isCloseTo(1, within(1e-12));
        assertThat(Arrays.stream(of.q[Occupancy.COLD]).sum()).isCloseTo(1, within(1e-12));
    }

    @Test
    void levelWithoutBlocks_isNeverTheVictim() {
        assertThat(of(4, 0).p[Occupancy.HOT][3]).isZero();
    }

    /** Where x = y the quotient is a derivative, which the division could not give. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 100})
    void slope_isTheQuotientOfDifferences_alsoWhereItsTermsAreEqual(int n) {
        assertThat(VictimProbabilities.slope(0.9, 0.4, n))
                .isCloseTo((Math.pow(0.9, n) - Math.pow(0.4, n)) / 0.5, within(1e-12));
        assertThat(VictimProbabilities.slope(0.7, 0.7, n)).isCloseTo(n * Math.pow(0.7, n - 1), within(1e-12));
    }
}
