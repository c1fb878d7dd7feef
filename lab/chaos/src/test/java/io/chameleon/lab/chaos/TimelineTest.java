package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private final History history = new History(2);

    @Test
    void timeWithoutAnyAcknowledgedOperation_isAWindow_failuresDoNotFillIt() {
        write(0, 0, 100, Outcome.DONE);
        write(1, 200, 500, Outcome.REFUSED);
        write(1, 1_000, 1_900, Outcome.UNKNOWN);
        write(0, 1_500, 2_700, Outcome.DONE);
        Timeline writes = Timeline.writes(history, 0);
        assertThat(writes.count()).isEqualTo(3);
        assertThat(writes.away()).containsExactly(TimeUnit.MILLISECONDS.toNanos(2_200));
        assertThat(writes.latencyMillis(0.5)).isEqualTo(300);
        assertThat(writes.latencyMillis(1)).isEqualTo(1_200);
        assertThat(writes.perInterval(TimeUnit.SECONDS.toNanos(1))).containsExactly(2, 0, 1);
        assertThat(Timeline.reads(history, 0).count()).isZero();
    }

    @Test
    void reads_andAllElse_areTwoLines() {
        write(0, 0, 100, Outcome.DONE);
        history.add(1, Operation.delete(Outcome.DONE, 1, 2));
        history.add(1, Operation.read(7, 1, 2));
        assertThat(Timeline.writes(history, 0).count()).isEqualTo(2);
        assertThat(Timeline.reads(history, 0).count()).isEqualTo(1);
    }

    @Test
    void quantile_isTheLatencyOfAnOperation() {
        for (int i = 1; i <= 200; i++) {
            write(0, 0, i, Outcome.DONE);
        }
        Timeline writes = Timeline.writes(history, 0);
        assertThat(writes.latencyMillis(0)).isEqualTo(1);
        assertThat(writes.latencyMillis(0.5)).isEqualTo(100);
        assertThat(writes.latencyMillis(0.99)).isEqualTo(198);
        assertThat(writes.latencyMillis(0.999)).isEqualTo(200);
        assertThat(writes.latencyMillis(1)).isEqualTo(200);
    }

    @Test
    void secondWithoutAnAnswer_isNoWindow_longerIs() {
        write(0, 0, 0, Outcome.DONE);
        write(0, 0, 1_000, Outcome.DONE);
        write(0, 0, 2_001, Outcome.DONE);
        assertThat(Timeline.writes(history, 0).away()).containsExactly(TimeUnit.MILLISECONDS.toNanos(1_001));
    }

    /** Workers begin while the run is being set up. */
    @Test
    void operationThatEndedBeforeTheRunBegan_isInTheFirstInterval() {
        write(0, 0, 10, Outcome.DONE);
        write(0, 0, 30, Outcome.DONE);
        long start = TimeUnit.MILLISECONDS.toNanos(20);
        assertThat(Timeline.writes(history, start).perInterval(TimeUnit.SECONDS.toNanos(1)))
                .containsExactly(2);
        assertThat(Timeline.reads(history, start).perInterval(TimeUnit.SECONDS.toNanos(1)))
                .containsExactly(0);
    }

    private void write(int key, long startMillis, long endMillis, Outcome outcome) {
        history.add(
                key,
                Operation.put(
                        startMillis + 1,
                        outcome,
                        TimeUnit.MILLISECONDS.toNanos(startMillis),
                        TimeUnit.MILLISECONDS.toNanos(endMillis)));
    }
}
