package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our own models do what docs/research/workloads.md says of them. */
class SyntheticModelsTest {
    private static final int TURNS = 20;

    @Test
    void drift_hasAnotherHotSetInEachTurn() {
        Workload workload = SyntheticWorkloads.byName("drift", 0.1, 4);
        assertThat(workload.requests()).isEqualTo(120_000);
        assertThat(workload.objects()).isEqualTo(18_300);
        assertThat(workload.spanMicros()).isCloseTo(100L * 3600 * 1_000_000, within(10_000_000L));
        int[][] hits = new int[TURNS][workload.objects()];
        int writes = 0;
        for (int i = 0; i < workload.requests(); i++) {
            hits[(int) (workload.micros(i) / MovingHotSet.TURN_MICROS)][workload.object(i)]++;
            writes += workload.isWrite(i) ? 1 : 0;
        }
        assertThat(writes / 120_000.0).isCloseTo(0.8, within(0.01));
        List<Set<Integer>> hottestOfTurns =
                Arrays.stream(hits).map(SyntheticModelsTest::hottest).toList();
        for (int turn = 1; turn < TURNS; turn++) {
            Set<Integer> hottest = hottestOfTurns.get(turn);
            int[] now = hits[turn];
            int share = hottest.stream().mapToInt(object -> now[object]).sum();
            assertThat(share)
                    .as("requests of turn %d for its hundred hottest", turn)
                    .isGreaterThan(6000 / 3);
            for (int earlier = 0; earlier < turn; earlier++) {
                assertThat(hottest).as("turns %d, %d", turn, earlier).isNotEqualTo(hottestOfTurns.get(earlier));
                assertThat(hottestOfTurns.get(earlier).stream()
                                .filter(hottest::contains)
                                .count())
                        .as("objects hot in turns %d and %d", turn, earlier)
                        .isLessThan(10);
            }
        }
    }

    private static Set<Integer> hottest(int[] hits) {
        return IntStream.range(0, hits.length)
                .boxed()
                .sorted(Comparator.comparing(object -> -hits[object]))
                .limit(100)
                .collect(Collectors.toSet());
    }

    /** Counts and sizes as printed in Table I of EDM, a tenth of them. */
    @ParameterizedTest
    @CsvSource({
        "edm-home02, 1093, 73060, 8048, 349748, 8191",
        "edm-home03, 801, 35509, 7938, 262467, 8190",
        "edm-home04, 779, 35897, 8013, 203407, 8192",
        "edm-deasna, 972, 23248, 24167, 27161, 23869",
        "edm-deasna2, 840, 26993, 18489, 37275, 20529",
        "edm-lair62, 1908, 74083, 5415, 89068, 7264",
        "edm-lair62b, 2722, 40921, 5496, 73646, 7612",
    })
    void edmWorkload_hasTheCountsAndSizesOfTableOne(
            String name, int files, long writes, double writeBytes, long reads, double readBytes) {
        Workload workload = SyntheticWorkloads.byName(name, 0.1, 9);
        long[] count = new long[2];
        double[] bytes = new double[2];
        for (int i = 0; i < workload.requests(); i++) {
            int kind = workload.isWrite(i) ? 0 : 1;
            count[kind]++;
            bytes[kind] += workload.bytes(i);
        }
        assertThat(count).containsExactly(writes, reads);
        assertThat(bytes[0] / writes).isCloseTo(writeBytes, within(2.0));
        assertThat(bytes[1] / reads).isCloseTo(readBytes, within(2.0));
        assertThat(workload.objects() % NfsServer.OBJECTS_PER_STRIPE).isZero();
        assertThat(workload.objects() / (double) NfsServer.OBJECTS_PER_STRIPE / files)
                .isBetween(1.4, 1.8);
    }
}
