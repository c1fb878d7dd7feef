package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestLogTest {
    private static RequestLog one(long offset, long bytes) {
        return new RequestLog.Builder().add(0, true, offset, bytes).build();
    }

    /** A request touches whole pages, however small it is (ENVM reading 10). */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 0, 1",
        "0, 4096, 1, 0, 1",
        "0, 4097, 1, 0, 2",
        "4095, 2, 1, 0, 2",
        "8192, 4096, 1, 2, 1",
        "4096, 0, 1, 1, 0",
        "0, 512, 8, 0, 1",
        "0, 512, 16, 0, 2",
        "4000, 4096, 4, 0, 5",
    })
    void request_touchesWholePages(long offset, long bytes, int magnification, long first, long pages) {
        RequestLog log = one(offset, bytes);
        assertThat(log.firstPage(0)).isEqualTo(first);
        assertThat(log.pages(0, magnification)).isEqualTo(pages);
    }

    /** Recordings of several queues are not quite in order. */
    @Test
    void earlierTime_thanThePredecessors_isThePredecessors() {
        RequestLog log = new RequestLog.Builder()
                .add(-5, true, 0, 1)
                .add(100, false, 0, 1)
                .add(90, true, 0, 1)
                .add(101, true, 0, 1)
                .build();
        assertThat(new long[] {log.micros(0), log.micros(1), log.micros(2), log.micros(3)})
                .containsExactly(0, 100, 100, 101);
        assertThat(log.isWrite(1)).isFalse();
        assertThat(log.isWrite(2)).isTrue();
        assertThat(log.spanMicros()).isEqualTo(101);
    }

    @Test
    void footprint_countsEachTouchedPageOnce() {
        RequestLog log = new RequestLog.Builder()
                .add(0, true, 0, 8_192)
                .add(1, false, 4_096, 8_192)
                .add(2, false, 1L << 40, 1)
                .add(3, true, 1L << 41, 0)
                .build();
        assertThat(log.footprintBytes()).isEqualTo(4 * 4_096);
    }

    @Test
    void longLog_keepsEveryRequest() {
        RequestLog.Builder builder = new RequestLog.Builder();
        for (int i = 0; i < 5_000; i++) {
            builder.add(i, i % 3 == 0, i * 4_096L, i);
        }
        RequestLog log = builder.build();
        assertThat(log.size()).isEqualTo(5_000);
        for (int i = 0; i < 5_000; i++) {
            assertThat(log.micros(i)).isEqualTo(i);
            assertThat(log.isWrite(i)).isEqualTo(i % 3 == 0);
            assertThat(log.firstPage(i)).isEqualTo(i);
            assertThat(log.bytes(i)).isEqualTo(i);
        }
    }

    @Test
    void builtLog_doesNotChangeWithItsBuilder() {
        RequestLog.Builder builder = new RequestLog.Builder().add(0, true, 0, 1);
        RequestLog log = builder.build();
        builder.add(1, true, 0, 1);
        assertThat(log.size()).isOne();
    }

    @Test
    void emptyLog_isEmpty() {
        RequestLog log = new RequestLog.Builder().build();
        assertThat(log.size()).isZero();
        assertThat(log.spanMicros()).isZero();
        assertThat(log.footprintBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1, 1, offset: '-1' given", "0, -1, request bytes: '-1' given", "0, 1073741825, request bytes:"})
    void requestOfNoDevice_isRefused(long offset, long bytes, String message) {
        assertThatThrownBy(() -> one(offset, bytes)).hasMessageStartingWith(message);
    }
}
