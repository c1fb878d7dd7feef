package io.chameleon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HedgeDelayTest {
    private static final int SMALL = 4096;
    private static final int LARGE = 256 << 10;

    private final HedgeDelay delay = new HedgeDelay(Duration.ofMillis(50));

    private void record(int times, long millis) {
        for (int i = 0; i < times; i++) {
            delay.answered(SMALL, Duration.ofMillis(millis).toNanos());
        }
    }

    @Test
    void fewAnswers_leaveTheInitialDelay() {
        record(31, 500);

        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void manyAnswers_giveTheir98thPercentile() {
        record(60, 10);
        record(4, 900);

        // 4 of 64 are slow: more than one in fifty.
        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(900));
        record(192, 10);

        // 4 of 256 are: fewer.
        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void answersLongAgo_areForgotten() {
        record(256, 900);
        record(256, 10);

        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void veryFastAnswers_doNotMakeEveryRequestTwice() {
        record(256, 0);

        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(2));
    }

    /** Each hedge would otherwise shorten the delay, and so cause more of them. */
    @Test
    void requestsCalledOff_doNotShortenTheDelay() {
        record(256, 100);
        record(192, 10);
        for (int i = 0; i < 64; i++) {
            delay.calledOff(SMALL, delay.of(SMALL).toNanos());
        }

        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(80));
    }

    @Test
    void requestsCalledOffAsSoonAsTheyBegan_sayNothing() {
        record(256, 10);
        for (int i = 0; i < 256; i++) {
            delay.calledOff(SMALL, Duration.ofMillis(1).toNanos());
        }

        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void ifNothingComesAnyMore_theDelayStays() {
        record(256, 10);
        for (int i = 0; i < 256; i++) {
            delay.calledOff(SMALL, Duration.ofHours(1).toNanos());
        }

        assertThat(delay.of(SMALL)).isLessThanOrEqualTo(Duration.ofMillis(80));
    }

    @Test
    void largeFragments_areNotLateBecauseSmallOnesAreFast() {
        record(256, 3);
        for (int i = 0; i < 256; i++) {
            delay.answered(LARGE, Duration.ofMillis(40).toNanos());
        }

        assertThat(delay.of(SMALL)).isEqualTo(Duration.ofMillis(3));
        assertThat(delay.of(LARGE)).isEqualTo(Duration.ofMillis(40));
    }
}
