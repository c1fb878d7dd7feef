package io.chameleon.balancer.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import org.junit.jupiter.api.Test;

class BrakeTest {
    @Test
    void pass_mayCondemnAThousandFragments_orOneInTwenty() {
        assertThat(Brake.STANDARD.limit(24, null)).isEqualTo(1_000);
        assertThat(Brake.STANDARD.limit(20_000, null)).isEqualTo(1_000);
        assertThat(Brake.STANDARD.limit(20_020, null)).isEqualTo(1_001);
    }

    @Test
    void haltedServer_thatGrows_staysHalted() {
        assertThat(Brake.STANDARD.limit(1_000_000, halt(0))).isEqualTo(1_000);
    }

    @Test
    void confirmedHalt_coversWhatWasFoundThen_andAsMuchAsAnyPass() {
        assertThat(Brake.STANDARD.limit(3_000, halt(2_000))).isEqualTo(3_000);
        assertThat(Brake.STANDARD.limit(40_000, halt(2_000))).isEqualTo(4_000);
    }

    private static ReconciliationHalt halt(long confirmed) {
        return new ReconciliationHalt(TestCluster.server(0), 1, 2_000, 3_000, confirmed);
    }
}
