package io.chameleon.balancer.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Clocks that are years off for a moment, as after a wrong start of a machine, and right again. */
class PausesTest {
    private static final ServerId SERVER = new ServerId("flash-1");

    private Instant now = Instant.parse("2026-11-23T12:00:00Z");

    @Test
    void pause_isOverWhenItsTimeHasPassed() {
        assertThat(Pauses.isOver(1000, Duration.ofSeconds(5), 5999)).isFalse();
        assertThat(Pauses.isOver(1000, Duration.ofSeconds(5), 6000)).isTrue();
    }

    @Test
    void pauseThatBeganInTheFuture_isOver() {
        assertThat(Pauses.isOver(1000, Duration.ofDays(3650), 999)).isTrue();
    }

    @Test
    void serverThatWasSilentInTheFuture_isAskedAgain() {
        Silence silence = new Silence(() -> now);
        now = now.plus(Duration.ofDays(3650));
        silence.note(SERVER);
        assertThat(silence.servers()).containsExactly(SERVER);
        now = now.minus(Duration.ofDays(3650));

        assertThat(silence.servers()).isEmpty();
    }
}
