package io.chameleon.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EpochClockTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    /** Near its overflow, since a ticker begins anywhere. */
    private final AtomicLong ticker = new AtomicLong(Long.MAX_VALUE - MINUTE);

    private final EpochClock clock = new EpochClock(Duration.ofMinutes(10), ticker::get);

    @Test
    void epoch_isDueOneLengthAfterItWasFirstSeen() {
        clock.observe(7);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(10 * MINUTE - 1);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(1);
        assertThat(clock.isDue()).isTrue();
    }

    @Test
    void epochThatIsSeenAgain_goesOn_butAnotherOneStartsAnew() {
        clock.observe(7);
        ticker.addAndGet(9 * MINUTE);
        clock.observe(7);
        ticker.addAndGet(MINUTE);
        assertThat(clock.isDue()).as("a leader that is elected again").isTrue();

        clock.observe(8);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(10 * MINUTE);
        assertThat(clock.isDue()).isTrue();
    }

    @Test
    void beforeAnyEpochIsSeen_nothingIsDue() {
        ticker.addAndGet(100 * MINUTE);
        assertThat(clock.isDue()).isFalse();
    }
}
