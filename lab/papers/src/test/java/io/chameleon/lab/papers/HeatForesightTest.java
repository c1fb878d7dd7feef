package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.emulator.workload.Workload;
import org.junit.jupiter.api.Test;

/** 41 epochs: half of the time ends with epoch 20, and the 20 after it count. */
class HeatForesightTest {
    private static final long HOUR = 3_600_000_000L;
    private static final int[] BYTES = {100, 100, 100, 1000};

    private final Workload.Builder builder = Workload.builder("by hand", true);

    HeatForesightTest() {
        for (int bytes : BYTES) {
            builder.object(bytes);
        }
    }

    private void writes(int epoch, int object) {
        builder.request((epoch - 1) * HOUR + 1, true, object, 0, BYTES[object]);
    }

    private Workload workload() {
        builder.request(40 * HOUR + 2, false, 0, 0, 1);
        return builder.build();
    }

    @Test
    void steadyWrites_areToldByBoth() {
        for (int epoch = 1; epoch <= 41; epoch++) {
            writes(epoch, 1);
            writes(epoch, 3);
        }
        assertThat(HeatForesight.row(workload())).containsExactly("1.00", "1.00");
    }

    /** Object 3 is written in every tenth epoch, for the last time in the one before half of the time. */
    @Test
    void rareWrites_areToldByTheirNumber_andMistakenByHeat() {
        for (int epoch = 1; epoch <= 41; epoch++) {
            writes(epoch, 0);
            writes(epoch, 0);
            if (epoch % 10 == 9) {
                writes(epoch, 3);
            }
        }
        Workload workload = workload();
        // Later 2,000 bytes go to object 3 and 4,000 to object 0. By heat, 0.5 x 1,000 and 4 x 100, it is the reverse.
        assertThat(HeatForesight.row(workload).getLast()).isEqualTo("1.00");
        assertThat(Double.parseDouble(HeatForesight.row(workload).getFirst())).isLessThan(0.99);
    }

    @Test
    void hotSetThatLeaves_misleadsBoth() {
        for (int epoch = 1; epoch <= 20; epoch++) {
            writes(epoch, 0);
        }
        for (int epoch = 21; epoch <= 41; epoch++) {
            writes(epoch, 1);
        }
        assertThat(HeatForesight.row(workload())).containsExactly("-0.33", "-0.33");
    }

    @Test
    void deletedObject_isNoMoreHot() {
        for (int epoch = 1; epoch <= 20; epoch++) {
            writes(epoch, 0);
            writes(epoch, 1);
        }
        builder.delete(20 * HOUR - 1, 0);
        for (int epoch = 21; epoch <= 41; epoch++) {
            writes(epoch, 1);
        }
        builder.request(40 * HOUR + 2, false, 1, 0, 1);
        assertThat(HeatForesight.row(builder.build())).containsExactly("1.00", "1.00");
    }
}
