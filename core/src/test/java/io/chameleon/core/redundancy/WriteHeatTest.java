package io.chameleon.core.redundancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WriteHeatTest {
    private static final long SEED = Long.getLong("chameleon.seed", 1L);

    /** {@code p_k}, as Eq. 1 prints it. */
    private static double naive(int[] writes, int k) {
        double heat = 0;
        for (int j = 0; j <= k; j++) {
            heat += writes[j] / Math.pow(2, k - j);
        }
        return heat;
    }

    private static int[] history(Random random) {
        int[] writes = new int[1 + random.nextInt(60)];
        for (int i = 0; i < writes.length; i++) {
            writes[i] = random.nextInt(3) == 0 ? random.nextInt(40) : 0;
        }
        return writes;
    }

    @Test
    void heat_ofRandomHistories_isTheSumOfEq1_atTheEndOfEachEpoch() {
        Random random = new Random(SEED);
        for (int run = 0; run < 200; run++) {
            int[] writes = history(random);
            double score = WriteHeat.NEVER_WRITTEN;
            for (int epoch = 0; epoch < writes.length; epoch++) {
                for (int i = 0; i < writes[epoch]; i++) {
                    score = WriteHeat.written(score, epoch);
                }
                assertThat(WriteHeat.heat(score, epoch))
                        .as("seed %d, run %d, epoch %d", SEED, run, epoch)
                        .isCloseTo(naive(writes, epoch), Percentage.withPercentage(1e-7));
            }
        }
    }

    @Test
    void scores_areInTheOrderOfHeat_howeverLongAgoTheyWereStored() {
        Random random = new Random(SEED);
        for (int run = 0; run < 200; run++) {
            int last = 100;
            double[] score = new double[2];
            double[] heat = new double[2];
            for (int object = 0; object < 2; object++) {
                int[] writes = history(random);
                score[object] = WriteHeat.NEVER_WRITTEN;
                for (int epoch = 0; epoch < writes.length; epoch++) {
                    for (int i = 0; i < writes[epoch]; i++) {
                        score[object] = WriteHeat.written(score[object], epoch);
                    }
                    heat[object] += writes[epoch] / Math.pow(2, last - epoch);
                }
            }
            if (heat[0] != heat[1]) {
                assertThat(Double.compare(score[0], score[1]))
                        .as("seed %d, run %d: %s and %s", SEED, run, heat[0], heat[1])
                        .isEqualTo(Double.compare(heat[0], heat[1]));
            }
        }
    }

    @Test
    void heat_withoutWrites_halvesEachEpoch_whileTheScoreStays() {
        double score = WriteHeat.NEVER_WRITTEN;
        for (int i = 0; i < 8; i++) {
            score = WriteHeat.written(score, 5);
        }
        assertThat(WriteHeat.heat(score, 5)).isCloseTo(8, within(1e-9));
        assertThat(WriteHeat.heat(score, 6)).isCloseTo(4, within(1e-9));
        assertThat(WriteHeat.heat(score, 9)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void heat_ofASteadyRate_comesToTwiceThatRate() {
        double score = WriteHeat.NEVER_WRITTEN;
        for (int epoch = 0; epoch < 1000; epoch++) {
            for (int i = 0; i < 10; i++) {
                score = WriteHeat.written(score, epoch);
            }
        }
        assertThat(WriteHeat.heat(score, 999)).as("reading 5").isCloseTo(20, within(1e-6));
    }

    @Test
    void heat_ofAnObjectNeverWritten_isZero_andItsScoreBelowAllOthers() {
        assertThat(WriteHeat.heat(WriteHeat.NEVER_WRITTEN, 0)).isZero();
        assertThat(WriteHeat.heat(WriteHeat.NEVER_WRITTEN, Long.MAX_VALUE)).isZero();
        assertThat(WriteHeat.written(WriteHeat.NEVER_WRITTEN, 0)).isGreaterThan(WriteHeat.NEVER_WRITTEN);
    }

    @Test
    void heat_afterAThousandEpochsOfSilence_countsNewWritesInFull() {
        double old = WriteHeat.written(WriteHeat.NEVER_WRITTEN, 1);
        assertThat(WriteHeat.heat(WriteHeat.written(old, 5000), 5000)).isCloseTo(1, within(1e-9));
    }

    @Test
    void scoreOf_isTheBoundOfARangeScan() {
        double hot = 256;
        double bound = WriteHeat.scoreOf(hot, 40);
        assertThat(WriteHeat.heat(bound, 40)).isCloseTo(hot, within(1e-9));
        assertThat(WriteHeat.scoreOf(0, 40)).isEqualTo(WriteHeat.NEVER_WRITTEN);
        assertThat(WriteHeat.scoreOf(-1, 40)).isEqualTo(WriteHeat.NEVER_WRITTEN);
    }
}
