package io.chameleon.simssd.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
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
}
