package io.chameleon.lab.emulator.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.emulator.workload.Workload;
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
        Workload all = workload(100).requests();
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
    void run_isAsLongAsItsEpochs_whateverIsWritten() {
        Workload workload = workload(10).requests();
        int last = workload.requests() - 1;
        assertThat(workload.isWrite(last)).as("a read ends it").isFalse();
        assertThat(workload.spanMicros() / 10 + 1)
                .as("as the emulator cuts time up")
                .isEqualTo(1_000_000);
        for (int request = 0; request < last; request++) {
            assertThat(workload.micros(request)).isLessThanOrEqualTo(workload.micros(last));
        }
    }
}
