package io.chameleon.simssd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyTest {
    @Test
    void bucket_ofAnyValue_endsAtMostOneSixteenthAboveIt() {
        for (long value = 0; value < Long.MAX_VALUE / 3; value += value / 4 + 1) {
            long edge = LatencyHistogram.upperEdge(LatencyHistogram.bucket(value));
            assertThat(edge).as("edge for %d", value).isBetween(value, value + value / 16);
            assertThat(LatencyHistogram.bucket(edge)).isEqualTo(LatencyHistogram.bucket(value));
            assertThat(LatencyHistogram.bucket(edge + 1)).isEqualTo(LatencyHistogram.bucket(value) + 1);
        }
        assertThat(LatencyHistogram.upperEdge(LatencyHistogram.bucket(Long.MAX_VALUE)))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void summary_ofKnownValues_isRight() {
        LatencyHistogram histogram = new LatencyHistogram();
        assertThat(histogram.summary()).isEqualTo(new WearStatistics.LatencySummary(0, 0, 0, 0));
        for (int i = 0; i < 98; i++) {
            histogram.record(200_000);
        }
        histogram.record(1_000_000);
        histogram.record(9_000_000);
        WearStatistics.LatencySummary summary = histogram.summary();
        assertThat(summary.count()).isEqualTo(100);
        assertThat(summary.meanMicros()).isEqualTo(296);
        assertThat(summary.p99Micros()).isBetween(1_000.0, 1_063.0);
        assertThat(summary.maxMicros()).isEqualTo(9_000);
    }

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
