package io.chameleon.balancer.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.table.BalancerEpoch;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EpochClockTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    /** Near its overflow, since a ticker begins anywhere. */
    private final AtomicLong ticker = new AtomicLong(Long.MAX_VALUE - MINUTE);

    private static final long NOW = 1_700_000_000_000L;

    private static BalancerEpoch epoch(long number, long beganMillis) {
        return new BalancerEpoch(1, number, "", beganMillis);
    }

    private final EpochClock clock = new EpochClock(Duration.ofMinutes(10), ticker::get);

    @Test
    void epoch_isDueOneLengthAfterItWasFirstSeen() {
        clock.observe(epoch(7, 0), NOW);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(10 * MINUTE - 1);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(1);
        assertThat(clock.isDue()).isTrue();
    }

    @Test
    void epochThatIsSeenAgain_goesOn_butAnotherOneStartsAnew() {
        clock.observe(epoch(7, 0), NOW);
        ticker.addAndGet(9 * MINUTE);
        clock.observe(epoch(7, 0), NOW);
        ticker.addAndGet(MINUTE);
        assertThat(clock.isDue()).as("a leader that is elected again").isTrue();

        clock.observe(epoch(8, 0), NOW);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(10 * MINUTE);
        assertThat(clock.isDue()).isTrue();
    }

    @Test
    void newLeader_countsFromWhenTheEpochBegan_notFromItsElection() {
        clock.observe(epoch(7, NOW - Duration.ofMinutes(8).toMillis()), NOW);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(2 * MINUTE - 1);
        assertThat(clock.isDue()).isFalse();
        ticker.addAndGet(1);
        assertThat(clock.isDue()).isTrue();
    }

    @Test
    void epochThatIsOverdue_orDatedAhead_endsOnceAndTheNextLastsItsTime() {
        clock.observe(epoch(7, NOW - Duration.ofDays(400).toMillis()), NOW);
        assertThat(clock.isDue()).isTrue();
        clock.began(8);
        clock.observe(epoch(8, NOW - Duration.ofDays(1).toMillis()), NOW);
        assertThat(clock.isDue()).as("this process has seen it begin").isFalse();

        clock.observe(epoch(9, NOW + Duration.ofDays(1).toMillis()), NOW);
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
