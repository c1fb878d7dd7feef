package io.chameleon.lab.simulation.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteId;
import io.chameleon.core.version.VersionId;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation;
import io.chameleon.lab.common.linearizability.VersionOperation.Seen;
import io.chameleon.lab.simulation.history.Operation.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which key a violation is told of, and that keys do not get into each other's way. */
class HistoryTest {
    private static final long SECOND = 1_000_000_000L;

    private final History history = new History();
    private final VersionHistory versions = new VersionHistory(List.of("a", "b"));

    private void add(String key, Kind kind, long value, long begin, long end) {
        history.add(key, new Operation(kind, value, 0, Outcome.DONE, begin, end));
    }

    private void add(String key, VersionOperation.Kind kind, long number, long begin) {
        versions.add(key, of(kind, number, begin));
    }

    private static VersionOperation of(VersionOperation.Kind kind, long number, long begin, Seen... listed) {
        return new VersionOperation(kind, number, 0, List.of(listed), Outcome.DONE, begin, begin + 1);
    }

    @Test
    void keys_areRegistersOfTheirOwn() {
        add("a", Kind.WRITE, 1, 0, 1);
        add("b", Kind.READ, 0, 2, 3);
        add("b", Kind.WRITE, 2, 4, 5);
        add("a", Kind.READ, 1, 6, 7);
        assertThat(history.violation()).isEmpty();
        assertThat(history.operations()).isEqualTo(4);
    }

    @Test
    void violation_namesItsKey_andWhatWasAskedAroundIt() {
        add("a", Kind.WRITE, 1, 0, SECOND);
        add("b", Kind.WRITE, 2, 0, SECOND);
        add("b", Kind.WRITE, 3, 2 * SECOND, 3 * SECOND);
        add("b", Kind.READ, 2, 4 * SECOND, 5 * SECOND);
        assertThat(history.violation().orElseThrow())
                .startsWith("object b is not linearizable: no order explains it")
                .contains(
                        "\n    WRITE 2 DONE [0.000000s, 1.000000s]",
                        "\n    WRITE 3 DONE [2.000000s, 3.000000s]",
                        "\n    READ 2 DONE [4.000000s, 5.000000s]")
                .doesNotContain("WRITE 1 ");
    }

    /** Two minutes before the read that cannot be explained; earlier ones matter only if they are about its value. */
    @Test
    void violation_leavesOutWhatWasLongBefore() {
        add("a", Kind.WRITE, 1, 0, 1);
        add("a", Kind.WRITE, 2, 2, 3);
        add("a", Kind.WRITE, 3, 200 * SECOND, 201 * SECOND);
        add("a", Kind.READ, 1, 202 * SECOND, 203 * SECOND);
        add("a", Kind.WRITE, 4, 300 * SECOND, 301 * SECOND);
        assertThat(history.violation().orElseThrow())
                .contains("WRITE 1 ", "WRITE 3 ", "READ 1 ")
                .doesNotContain("WRITE 2 ", "WRITE 4 ");
    }

    @Test
    void violation_thatIsToldFirst_isThatOfTheFirstKey() {
        add("b", Kind.READ, 7, 0, 1);
        add("a", Kind.READ, 8, 0, 1);
        assertThat(history.violation().orElseThrow()).startsWith("object a ");
    }

    @Test
    void operation_isToldInOneLine() {
        assertThat(new Operation(Kind.REPLACE, 5, 3, Outcome.REFUSED, SECOND / 2, SECOND))
                .hasToString("REPLACE 5 for 3 REFUSED [0.500000s, 1.000000s]");
        assertThat(new Operation(Kind.DELETE, 0, 0, Outcome.UNKNOWN, 0, SECOND))
                .hasToString("DELETE 0 UNKNOWN [0.000000s, 1.000000s]");
    }

    @Test
    void versions_areCheckedKeyByKey() {
        add("a", VersionOperation.Kind.PUT, 1, 0);
        add("b", VersionOperation.Kind.PUT, 2, 2);
        add("a", VersionOperation.Kind.READ, 1, 4);
        assertThat(versions.violation()).isEmpty();
        add("b", VersionOperation.Kind.READ, 1, 6);
        assertThat(versions.violation().orElseThrow()).startsWith("versions of b are not linearizable: ");
        assertThat(versions.operations()).isEqualTo(4);
    }

    /** Suspending a bucket makes the next write of each key one that is called null. */
    @Test
    void operationOnTheBucket_isOneOfEachKey() {
        versions.addToAll(of(VersionOperation.Kind.ENABLE, 0, 0));
        versions.addToAll(of(VersionOperation.Kind.SUSPEND, 0, 2));
        assertThat(versions.operations()).isEqualTo(2);
        for (String key : List.of("a", "b")) {
            add(key, VersionOperation.Kind.PUT, 1, 4);
            versions.add(key, of(VersionOperation.Kind.LIST, 0, 6, new Seen(1, false, true)));
        }
        assertThat(versions.violation()).isEmpty();
        versions.add("b", of(VersionOperation.Kind.LIST, 0, 8, new Seen(1, false, false)));
        assertThat(versions.violation().orElseThrow()).startsWith("versions of b");
    }

    @Test
    void markers_areKnownByTheirMaker_exceptThoseCalledNull() {
        VersionId marker = VersionId.of(new WriteId(1, 2), true);
        versions.made(marker, 7);
        versions.made(VersionId.NULL, 8);
        assertThat(versions.marker(marker)).isEqualTo(7);
        assertThat(versions.marker(VersionId.NULL)).isZero();
        assertThat(versions.marker(VersionId.of(new WriteId(3, 4), true))).isZero();
    }

    /** A key that no list of keys names would not be checked. */
    @Test
    void versionsOfAKeyThatNobodyWrites_areRefused() {
        assertThatThrownBy(() -> add("c", VersionOperation.Kind.PUT, 1, 0)).hasMessage("c");
    }
}
