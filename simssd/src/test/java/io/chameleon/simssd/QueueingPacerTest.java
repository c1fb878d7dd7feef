package io.chameleon.simssd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueingPacerTest {
    @Test
    void pacedOperations_queueUpOneAfterTheOther() {
        long[] now = {1_000};
        List<Long> parked = new ArrayList<>();
        QueueingPacer pacer = new QueueingPacer(() -> now[0], nanos -> {
            parked.add(nanos);
            now[0] += Math.min(nanos, 150); // parking may end early
        });
        pacer.served(200);
        assertThat(now[0]).isEqualTo(1_200);
        now[0] += 1_000_000; // idle
        pacer.served(100);
        assertThat(now[0]).isEqualTo(1_001_300);
        assertThat(parked).containsExactly(200L, 50L, 100L);
    }

    @Test
    void pacedOperation_onABusyDevice_waitsForItsTurn() {
        long[] now = {0};
        List<Long> parked = new ArrayList<>();
        QueueingPacer pacer = new QueueingPacer(() -> now[0], nanos -> {
            parked.add(nanos);
            now[0] = parked.size() == 1 ? 10 : now[0] + nanos;
            if (parked.size() == 1) {
                Thread.currentThread().interrupt(); // the first caller gives up waiting at time 10 of 100
            }
        });
        pacer.served(100);
        assertThat(Thread.interrupted()).isTrue();
        pacer.served(30);
        assertThat(now[0]).as("the device was busy until 100").isEqualTo(130);
    }
}
