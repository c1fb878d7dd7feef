package io.chameleon.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.emulator.workload.Workload;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeatWorkloadTest {
    private static HeatWorkload workload(int epochs) {
        HeatWorkload.Builder builder = HeatWorkload.builder(epochs, new SplittableRandom(1));
        builder.object(8_192);
        builder.writes(0, 1, 50);
        builder.object(8_192);
        builder.object(100);
        builder.writes(1, 2, 10);
        builder.object(4_096);
        builder.writes(3, 1, 0);
        return builder.build(1);
    }

    @Test
    void objects_areWrittenAsOftenAsAsked_andAllSegmentsOfOneTogether() {
        Workload all = workload(100).first(100);
        int[] writes = new int[4];
        for (int request = 0; request < all.requests(); request++) {
            if (all.isWrite(request)) {
                assertThat(all.isWholeObject(request)).isTrue();
                writes[all.object(request)]++;
                if (all.object(request) == 2) {
                    assertThat(all.object(request - 1)).isEqualTo(1);
                    assertThat(all.micros(request - 1)).isEqualTo(all.micros(request));
                }
            }
        }
        assertThat((double) writes[0]).as("seed 1").isCloseTo(5_000, within(350.0)); // five standard deviations
        assertThat((double) writes[1]).as("seed 1").isCloseTo(1_000, within(160.0));
        assertThat(writes[2]).isEqualTo(writes[1]);
        assertThat(writes[3]).isZero();
        assertThat(all.isSynthetic()).isTrue();
    }

    @Test
    void firstHalf_isTheBeginningOfTheWhole_inEpochsOfTheSameLength() {
        HeatWorkload workload = workload(10);
        Workload half = workload.first(5);
        Workload whole = workload.first(10);
        int writes = half.requests() - 1;
        assertThat(half.isWrite(writes)).as("a read ends it").isFalse();
        for (int request = 0; request < writes; request++) {
            assertThat(half.micros(request)).isEqualTo(whole.micros(request));
            assertThat(half.object(request)).isEqualTo(whole.object(request));
        }
        assertThat(whole.micros(writes)).isGreaterThanOrEqualTo(half.spanMicros());
        // as the emulator cuts time up
        assertThat(half.spanMicros() / 5 + 1).isEqualTo(whole.spanMicros() / 10 + 1);
    }
}
