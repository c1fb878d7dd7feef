package io.chameleon.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HedgeDelayTest {
    private final HedgeDelay delay = new HedgeDelay(Duration.ofMillis(50));

    private void record(int times, long millis) {
        for (int i = 0; i < times; i++) {
            delay.record(Duration.ofMillis(millis).toNanos());
        }
    }

    @Test
    void fewAnswers_leaveTheInitialDelay() {
        record(31, 500);

        assertThat(delay.get()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void manyAnswers_giveTheir95thPercentile() {
        record(60, 10);
        record(4, 900);

        // 4 of 64 are slow: more than a twentieth.
        assertThat(delay.get()).isEqualTo(Duration.ofMillis(900));
        record(64, 10);

        // 4 of 128 are: less.
        assertThat(delay.get()).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void answersLongAgo_areForgotten() {
        record(128, 900);
        record(128, 10);

        assertThat(delay.get()).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void veryFastAnswers_doNotMakeEveryRequestTwice() {
        record(128, 0);

        assertThat(delay.get()).isEqualTo(Duration.ofMillis(2));
    }
}
