package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.WriteHeat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeatIndexTest {
    private static final int OBJECTS = 500;
    /** Objects of one step, a sixteenth of a doubling, may be in any order. */
    private static final double STEP = 1.0 / 16;

    @Test
    void randomWrites_hottestAndColdestAreThoseOfASort() {
        long seed = 20261121;
        Random random = new Random(seed);
        HeatIndex index = new HeatIndex(OBJECTS);
        double[] scores = new double[OBJECTS];
        Arrays.fill(scores, WriteHeat.NEVER_WRITTEN);
        for (int object = 0; object < OBJECTS; object++) {
            write(index, scores, object, 0);
        }
        for (int epoch = 1; epoch < 60; epoch++) {
            for (int i = 0; i < 200; i++) {
                write(index, scores, (int) (OBJECTS * Math.pow(random.nextDouble(), 3)), epoch);
            }
            double[] sorted = Arrays.stream(scores).sorted().toArray();
            List<Integer> hottest = new ArrayList<>();
            index.hottest(50, hottest::add);
            List<Integer> coldest = new ArrayList<>();
            index.coldest(50, coldest::add);

            assertThat(hottest).as("seed %d", seed).hasSize(50).doesNotHaveDuplicates();
            assertThat(coldest).as("seed %d", seed).hasSize(50).doesNotHaveDuplicates();
            for (int i = 0; i < 50; i++) {
                assertThat(scores[hottest.get(i)])
                        .as("hottest %d in epoch %d, seed %d", i, epoch, seed)
                        .isGreaterThanOrEqualTo(sorted[OBJECTS - 1 - i] - STEP);
                assertThat(scores[coldest.get(i)])
                        .as("coldest %d in epoch %d, seed %d", i, epoch, seed)
                        .isLessThanOrEqualTo(sorted[i] + STEP);
            }
        }
    }

    @Test
    void fewerObjectsThanAskedFor_allAreVisitedOnce() {
        HeatIndex index = new HeatIndex(3);
        index.put(1, 5);
        index.put(0, 700);
        index.put(1, 2_000);

        List<Integer> hottest = new ArrayList<>();
        index.hottest(10, hottest::add);

        assertThat(hottest).containsExactly(1, 0);
    }

    @Test
    void removedObject_isNeitherHotNorCold_untilItIsWrittenAgain() {
        HeatIndex index = new HeatIndex(4);
        for (int object = 0; object < 4; object++) {
            index.put(object, 5);
        }
        index.remove(3); // the last of its step
        index.remove(1); // one between two others
        index.remove(1);

        List<Integer> hottest = new ArrayList<>();
        index.hottest(10, hottest::add);
        assertThat(hottest).containsExactly(2, 0);

        index.put(1, 5);
        List<Integer> coldest = new ArrayList<>();
        index.coldest(10, coldest::add);
        assertThat(coldest).containsExactly(1, 2, 0);
    }

    private static void write(HeatIndex index, double[] scores, int object, long epoch) {
        scores[object] = WriteHeat.written(scores[object], epoch);
        index.put(object, scores[object]);
    }
}
