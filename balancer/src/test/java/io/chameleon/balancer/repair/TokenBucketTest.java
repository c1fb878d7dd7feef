package io.chameleon.balancer.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long RATE = 1_000_000;
    private long now = 42;
    private final TokenBucket bucket = new TokenBucket(RATE, () -> now, nanos -> now += nanos);

    @Test
    void whatOneSecondBrings_isThereAtOnce_andThenTheRateHolds() {
        long begin = now;
        bucket.take(RATE);
        assertThat(now).isEqualTo(begin);
        for (int i = 0; i < 50; i++) {
            bucket.take(100_000);
        }
        assertThat(now - begin).isBetween(TimeUnit.SECONDS.toNanos(5), TimeUnit.SECONDS.toNanos(5) + 1_000);
    }

    @Test
    void moreThanASecondsWorth_passes_andIsPaidFor() {
        long begin = now;
        bucket.take(3 * RATE);
        assertThat(now - begin).isBetween(TimeUnit.SECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(2) + 1_000);
    }

    @Test
    void idleTime_savesNoMoreThanASecond() {
        bucket.take(RATE);
        now += TimeUnit.HOURS.toNanos(1);
        long begin = now;
        bucket.take(2 * RATE);
        assertThat(now - begin).isBetween(TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(1) + 1_000);
    }

    @Test
    void interruptedWait_isCancelled() {
        TokenBucket interrupted = new TokenBucket(RATE, () -> now, nanos -> {
            throw new InterruptedException();
        });
        assertThatThrownBy(() -> interrupted.take(2 * RATE)).isInstanceOf(ChameleonError.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void rate_isForEachServer() {
        bucket.share(10);
        bucket.take(10 * RATE); // the burst of one second may be available, or not yet
        long begin = now;
        for (int i = 0; i < 50; i++) {
            bucket.take(RATE);
        }
        assertThat(now - begin).isBetween(TimeUnit.SECONDS.toNanos(5), TimeUnit.SECONDS.toNanos(5) + 1_000);
        bucket.share(1);
        begin = now;
        bucket.take(RATE);
        assertThat(now - begin).isBetween(TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(1) + 1_000);
    }
}
