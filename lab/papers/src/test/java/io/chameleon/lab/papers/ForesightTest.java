package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.emulator.workload.Workload;
import org.junit.jupiter.api.Test;

class ForesightTest {
    private static Workload writes(int... objects) {
        Workload.Builder workload = Workload.builder("by hand", true);
        for (int i = 0; i < 4; i++) {
            workload.object(1000);
        }
        for (int object : objects) {
            workload.request(0, true, object, 0, 100);
            workload.request(0, false, 3, 0, 1000);
        }
        return workload.build();
    }

    @Test
    void share_ofWhatRepeatsItself_isAll() {
        assertThat(Foresight.share(writes(0, 1, 1, 0, 0, 1, 1, 0), 0.5)).isEqualTo(1);
    }

    @Test
    void share_ofWritesElsewhere_isNone() {
        assertThat(Foresight.share(writes(0, 1, 0, 1, 2, 3, 3, 2), 0.5)).isZero();
    }

    @Test
    void share_countsBytesOfTheLaterWrites() {
        // Objects 2 and 3 are the half most written until then; of the later four writes three are theirs.
        assertThat(Foresight.share(writes(2, 3, 2, 3, 2, 3, 3, 1), 0.5)).isEqualTo(0.75, within(1e-12));
    }

    @Test
    void writesPerObject_leavesReadsOut() {
        assertThat(Foresight.writesPerObject(writes(0, 1, 2, 0, 0, 0))).isEqualTo(1.5);
    }
}
