package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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

    @Test
    void withoutALimit_nobodyWaits() {
        Rate rate = rate(0);
        assertThat(rate.take()).isZero();
        assertThat(rate.take()).isZero();
    }
}
