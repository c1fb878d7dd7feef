package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** The workers were busy for a second: operations due meanwhile count from when they were due. */
    @Test
    void openLoop_behind_keepsTheTimesThatWereDue() {
        long start = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
        Schedule schedule = new Schedule(start, TimeUnit.HOURS.toNanos(1), 1000);
        assertThat(LongStream.range(0, 5).map(i -> schedule.next() - start))
                .containsExactly(0L, MILLI, 2 * MILLI, 3 * MILLI, 4 * MILLI);
    }

    @Test
    void openLoop_ahead_waitsUntilItIsDue() {
        long start = System.nanoTime();
        Schedule schedule = new Schedule(start, TimeUnit.HOURS.toNanos(1), 100);
        assertThat(schedule.next()).isEqualTo(start);
        assertThat(schedule.next()).isEqualTo(start + 10 * MILLI);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(10 * MILLI);
    }

    @Test
    void openLoop_over_countsWhatNobodyBegan() {
        Schedule schedule =
                new Schedule(System.nanoTime() - TimeUnit.SECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(1), 50);
        assertThat(schedule.next()).isEqualTo(Schedule.OVER);
        assertThat(schedule.neverBegun()).isEqualTo(50);
    }

    @Test
    void closedLoop_isDueAtOnce() {
        long before = System.nanoTime();
        Schedule schedule = new Schedule(before, TimeUnit.HOURS.toNanos(1), 0);
        assertThat(schedule.next()).isBetween(before, System.nanoTime());
        assertThat(schedule.neverBegun()).isZero();
    }
}
