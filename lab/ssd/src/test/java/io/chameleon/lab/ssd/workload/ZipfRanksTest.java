package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The draws without a table, beside the probabilities that a table would hold. */
class ZipfRanksTest {
    private static final int DRAWS = 100_000;

    private static int[] drawn(int ranks, double exponent) {
        ZipfRanks zipf = new ZipfRanks(ranks, exponent, new SplittableRandom(3));
        int[] counts = new int[ranks + 1];
        for (int i = 0; i < DRAWS; i++) {
            counts[zipf.next()]++;
        }
        return counts;
    }

    @ParameterizedTest
    @CsvSource({"2, 0.01", "2, 1", "5, 0.5", "5, 1", "5, 3", "40, 0.99", "40, 1.000000001", "40, 1.5"})
    void everyRank_isDrawnWithItsProbability(int ranks, double exponent) {
        int[] counts = drawn(ranks, exponent);
        double norm = 0;
        for (int rank = 1; rank <= ranks; rank++) {
            norm += Math.pow(rank, -exponent);
        }
        for (int rank = 1; rank <= ranks; rank++) {
            double probability = Math.pow(rank, -exponent) / norm;
            double deviation = Math.sqrt(probability * (1 - probability) / DRAWS);
            assertThat((double) counts[rank] / DRAWS)
                    .as("rank %d of %d", rank, ranks)
                    .isCloseTo(probability, within(5 * deviation));
        }
    }

    @Test
    void oneRank_isAlwaysDrawn() {
        assertThat(drawn(1, 0.99)[1]).isEqualTo(DRAWS);
    }

    /** The second rank has a thousandth of the first one's draws, the third hardly any. */
    @Test
    void steepestExponent_hardlyLeavesTheFirstRank() {
        int[] counts = drawn(1_000_000, 10);
        assertThat(counts[1]).isBetween((int) (0.998 * DRAWS), DRAWS);
        assertThat(counts[2]).isBetween(60, 140);
    }
}
