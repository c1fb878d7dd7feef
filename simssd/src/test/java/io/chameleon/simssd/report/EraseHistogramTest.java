package io.chameleon.simssd.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.report.SmartReport.EraseBucket;
import org.junit.jupiter.api.Test;

class EraseHistogramTest {
    @Test
    void histogram_ofAnyCounts_holdsEachBlockOnce() {
        assertThat(EraseHistogram.of(new int[] {7, 7, 7})).containsExactly(new EraseBucket(7, 7, 3));
        assertThat(EraseHistogram.of(new int[] {0, 2, 2}))
                .containsExactly(new EraseBucket(0, 0, 1), new EraseBucket(1, 1, 0), new EraseBucket(2, 2, 2));
        assertThat(EraseHistogram.of(new int[] {10, 100, 41})).hasSizeLessThanOrEqualTo(16);
        assertThat(EraseHistogram.of(new int[] {10, 100, 41}).getLast().blocks())
                .isEqualTo(1);
    }
}
