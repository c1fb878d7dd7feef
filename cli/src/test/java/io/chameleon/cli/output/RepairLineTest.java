package io.chameleon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Evacuation.Kind;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairStatus.Backlog;
import io.chameleon.core.mapping.table.RepairStatus.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one line about repair, and whether `--watch` goes on. */
class RepairLineTest {
    private static final long NOW = 10_000_000;

    private static Evacuation record(Kind kind, int walk, long bytes, long movedBytes, long finishedMillis) {
        return new Evacuation(
                new ServerId("flash-3"), kind, 1, walk, null, 0, 40, bytes, 10, movedBytes, finishedMillis);
    }

    private static RepairStatus status(List<Backlog> queue, Run run, Evacuation... records) {
        return new RepairStatus(NOW, queue, 0, 0, "", run, List.of(records));
    }

    private static RepairStatus of(Evacuation record) {
        return status(List.of(), Run.NONE, record);
    }

    @Test
    void nothing_isSaidToBeNothing() {
        assertThat(RepairLine.of(status(List.of(), Run.NONE))).isEqualTo("no object is degraded");
        assertThat(RepairLine.isQuiet(status(List.of(), Run.NONE))).isTrue();
    }

    @Test
    void queue_isSummedUp() {
        RepairStatus status = status(List.of(new Backlog(0, 2, 1_000), new Backlog(1, 3, 1_048)), Run.NONE);
        assertThat(RepairLine.of(status)).isEqualTo("5 degraded objects, 2.0 KiB to write");
        assertThat(RepairLine.isQuiet(status)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1 | 1 degraded object, 100 B to write; 1 waits: no room",
                "2 | 1 | 2 degraded objects, 100 B to write; 1 waits: no room",
                "3 | 2 | 3 degraded objects, 100 B to write; 2 wait: no room"
            })
    void objects_areCountedInTheirNumber(long objects, int waiting, String line) {
        List<Backlog> queue = List.of(new Backlog(1, objects, 100));
        assertThat(RepairLine.of(new RepairStatus(NOW, queue, waiting, 0, "no room", Run.NONE, List.of())))
                .isEqualTo(line);
    }

    /** What is left at the pace of the run so far, and never less than a second. */
    @ParameterizedTest
    @CsvSource({
        "3600000, 10, 100, 100,  1h",
        "90000,   10, 100, 200,  3m",
        "1000,    10, 100, 1,    1s",
        "1000,    1,  100, 100,  ",
        "0,       10, 100, 100,  "
    })
    void time_thatIsLeft_isToldOnceThereIsAPace(long elapsed, long objects, long done, long left, String eta) {
        RepairStatus status = status(List.of(new Backlog(1, 1, left)), new Run(NOW - elapsed, NOW, objects, done));
        String line = RepairLine.of(status);
        if (eta == null) {
            assertThat(line).doesNotContain("left");
        } else {
            assertThat(line).endsWith("; about " + eta + " left");
        }
    }

    @Test
    void pace_ofARunThatHasEnded_isNotToldOf() {
        long pause = RepairStatus.PAUSE.toMillis();
        assertThat(RepairLine.of(
                        status(List.of(new Backlog(1, 1, 100)), new Run(NOW - 2 * pause, NOW - pause - 1, 10, 100))))
                .isEqualTo("1 degraded object, 100 B to write; 10 done, 100 B");
    }

    /** The longer nothing is done, the longer the rest would seem to take. */
    @ParameterizedTest
    @CsvSource({
        // objects took 1 s each
        "9,  100, false",
        "11, 100, true",
        "90, 100, true",
        // or 11 s
        "43, 10,  false",
        "45, 10,  true",
        "90, 10,  true"
    })
    void drain_thatStandsStill_saysSo_andNoTime(long idleSeconds, int done, boolean still) {
        long last = NOW - 1_000 * idleSeconds;
        RepairStatus status = new RepairStatus(
                NOW,
                List.of(),
                0,
                0,
                "",
                new Run(last - 99_000, last, done, 100),
                List.of(record(Kind.DRAIN, 1, 110, 100, 0)));
        String line = RepairLine.of(status);
        if (still) {
            assertThat(line).endsWith("; 10 B to drain; " + done + " done, 100 B; nothing moves at present");
        } else {
            assertThat(line).matches(".*; about \\d+s left");
        }
    }

    /** Nothing can have moved yet: its first walk counts, and the second looks at each object for the first time. */
    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "2, true"})
    void drain_thatHasMovedNothing_standsStillFromItsSecondMovingWalkOn(int walk, boolean still) {
        RepairStatus status = status(List.of(), new Run(0, 0, 7, 100), record(Kind.DRAIN, walk, 110, 0, 0));
        assertThat(RepairLine.of(status).endsWith("; nothing moves at present")).isEqualTo(still);
    }

    @Test
    void drain_countsUntilItIsFinished_andNeverBelowNothing() {
        assertThat(RepairLine.of(of(record(Kind.DRAIN, 1, 3_072, 1_024, 0))))
                .isEqualTo("no object is degraded; 2.0 KiB to drain");
        assertThat(RepairLine.of(of(record(Kind.DRAIN, 1, 1_024, 5_000, 0)))).isEqualTo("no object is degraded");
        assertThat(RepairLine.of(of(record(Kind.DRAIN, 1, 3_072, 1_024, NOW)))).isEqualTo("no object is degraded");
        assertThat(RepairLine.of(of(record(Kind.LOST, 1, 3_072, 1_024, 0)))).isEqualTo("no object is degraded");
    }

    /** Whoever watches must not wait for a second walk, which comes an hour later. */
    @ParameterizedTest
    @CsvSource({
        "DRAIN,   0, false, counting, false",
        "DRAIN,   1, false, moving,   false",
        "DRAIN,   5, false, moving,   false",
        "DRAIN,   1, true,  drained,  true",
        "LOST,    0, false, queueing, false",
        "LOST,    1, false, queued,   true",
        "LOST,    2, true,  queued,   true",
        "EMPTIED, 0, false, queueing, false",
        "EMPTIED, 1, false, queued,   true",
        "EMPTIED, 2, true,  queued,   true"
    })
    void server_thatIsEmptied_hasAState_andHoldsUpAWatch_orNot(
            Kind kind, int walk, boolean finished, String state, boolean quiet) {
        RepairStatus status = of(record(kind, walk, 0, 0, finished ? NOW : 0));
        assertThat(RepairView.text(status).lines().toList().get(1)).endsWith("  " + state);
        assertThat(RepairLine.isQuiet(status)).isEqualTo(quiet);
    }
}
