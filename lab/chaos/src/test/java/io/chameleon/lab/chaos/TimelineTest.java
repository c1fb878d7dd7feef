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
