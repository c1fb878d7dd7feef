package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private Rate rate(int perSecond) {
        return new Rate(perSecond, nanos::get);
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    @Test
    void turns_comeAfterEachOther_whoeverTakesThem() {
        Rate rate = rate(20);
        assertThat(rate.take()).isZero();
        assertThat(rate.take()).isEqualTo(millis(50));
        nanos.addAndGet(millis(30));
        assertThat(rate.take()).isEqualTo(millis(70));
    }

    /** Else a cluster that did not answer for a while would be flooded. */
    @Test
    void turnsThatNobodyTook_areNotMadeUpFor() {
        Rate rate = rate(20);
        assertThat(rate.take()).isZero();
        nanos.addAndGet(millis(10_000));
        assertThat(rate.take()).isZero();
        assertThat(rate.take()).isEqualTo(millis(50));
    }

    /** Of 50 clients at one operation a second the last would keep a run from its end for minutes. */
    @Test
    void loadThatHasEnded_waitsForNoTurn() throws InterruptedException {
        Rate rate = rate(1);
        CountDownLatch ended = new CountDownLatch(1);
        assertThat(rate.await(ended)).isTrue();
        nanos.addAndGet(-millis(3_600_000));
        ended.countDown();
        assertThat(rate.await(ended)).isFalse();
    }

    @Test
    void withoutALimit_nobodyWaits() {
        Rate rate = rate(0);
        assertThat(rate.take()).isZero();
        assertThat(rate.take()).isZero();
    }
}
