package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
    private static final int DRAWS = 1_000_000;

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.99, 1, 1.3})
    void zipf_writesEachPageInProportionToItsRank(double exponent) {
        int pages = 1_000;
        int[] counts = counts(new Workload.Zipf(exponent), pages);
        double norm = 0;
        for (int rank = 1; rank <= pages; rank++) {
            norm += Math.pow(rank, -exponent);
        }
        for (int rank : new int[] {1, 2, 3, 10}) {
            double expected = DRAWS * Math.pow(rank, -exponent) / norm;
            assertThat((double) counts[rank - 1]).as("rank %d", rank).isCloseTo(expected, Percentage.withPercentage(5));
        }
        double tail = 0;
        for (int rank = 501; rank <= pages; rank++) {
            tail += DRAWS * Math.pow(rank, -exponent) / norm;
        }
        int tailCount = Arrays.stream(counts, 500, pages).sum();
        assertThat((double) tailCount).isCloseTo(tail, Percentage.withPercentage(2));
    }

    @Test
    void rosenblum_writesTheFirstPagesWithTheHotProbability() {
        int[] counts = counts(new Workload.Rosenblum(0.9, 0.2), 1_000);
        assertThat((double) Arrays.stream(counts, 0, 200).sum() / DRAWS).isCloseTo(0.9, Percentage.withPercentage(0.5));
        assertThat(Arrays.stream(counts, 0, 200).min().orElseThrow()).isGreaterThan(4_000); // 4500 expected
        assertThat(Arrays.stream(counts, 200, 1_000).min().orElseThrow()).isGreaterThan(60); // 125 expected
    }

    @Test
    void uniform_leavesNoPageOut() {
        int[] counts = counts(new Workload.Uniform(), 1_000);
        assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(800); // 1000 expected
    }

    @Test
    void replay_beginsAgainAtItsEnd() {
        PageSource source = new Workload.Replay(new int[] {7, 3, 7}).source(8, new SplittableRandom(1));
        int[] pages = new int[8];
        source.next(pages, 4);
        assertThat(pages).startsWith(7, 3, 7, 7);
        source.next(pages, 2);
        assertThat(pages).startsWith(3, 7);
    }

    @Test
    void recording_doesNotChangeWithTheArrayItWasMadeOf() {
        int[] writes = {1, 2};
        PageSource source = new Workload.Replay(writes).source(3, new SplittableRandom(1));
        writes[0] = 0;
        int[] pages = new int[2];
        source.next(pages, 2);
        assertThat(pages).containsExactly(1, 2);
    }

    @Test
    void badNumbers_areNamed() {
        assertThatThrownBy(() -> new Workload.Rosenblum(1.1, 0.2)).hasMessageContaining("hot probability: '1.1'");
        assertThatThrownBy(() -> new Workload.Zipf(0)).hasMessageContaining("zipf exponent: '0.0'");
        assertThatThrownBy(() -> new Workload.Replay(new int[0])).hasMessageContaining("at least one");
        Workload replay = new Workload.Replay(new int[] {9});
        assertThatThrownBy(() -> replay.source(9, new SplittableRandom(1)))
                .hasMessage("logical pages: '9' given, expected more than 9, the highest page of the trace");
    }

    private static int[] counts(Workload workload, int pages) {
        PageSource source = workload.source(pages, new SplittableRandom(11));
        int[] counts = new int[pages];
        int[] batch = new int[1_000];
        for (int drawn = 0; drawn < DRAWS; drawn += batch.length) {
            source.next(batch, batch.length);
            for (int page : batch) {
                counts[page]++;
            }
        }
        return counts;
    }
}
