package io.chameleon.lab.common.linearizability;

import static io.chameleon.lab.common.linearizability.Operation.ABSENT;
import static io.chameleon.lab.common.linearizability.Operation.NEVER;
import static io.chameleon.lab.common.linearizability.Operation.clear;
import static io.chameleon.lab.common.linearizability.Operation.delete;
import static io.chameleon.lab.common.linearizability.Operation.put;
import static io.chameleon.lab.common.linearizability.Operation.read;
import static io.chameleon.lab.common.linearizability.Operation.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.common.linearizability.Operation.Kind;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the answers that clients got say of those that they did not get. */
class WitnessedTest {
    private static final Operation UNSURE = put(1, Outcome.UNKNOWN, 0, NEVER);

    private static Witnessed of(Operation... history) {
        return new Witnessed(List.of(history));
    }

    private static void contradicts(String why, Operation... history) {
        assertThat(of(history).contradiction().orElseThrow().reason()).contains(why);
    }

    @Test
    void answeredOperations_happened() {
        Operation put = put(1, Outcome.DONE, 0, 1);
        Operation read = read(1, 2, 3);
        Operation delete = delete(Outcome.REFUSED, 4, 5);
        Witnessed witnessed = of(put, read, delete);
        assertThat(witnessed.happened()).containsExactly(put, read, delete);
        assertThat(witnessed.perhaps()).isEmpty();
        assertThat(witnessed.contradiction()).isEmpty();
        assertThat(witnessed.isCertain(delete)).isTrue();
    }

    @Test
    void failedWrite_didNotHappen() {
        Witnessed witnessed = of(put(1, Outcome.FAILED, 0, 1));
        assertThat(witnessed.happened()).isEmpty();
        assertThat(witnessed.perhaps()).isEmpty();
    }

    @Test
    void writeWithoutAnAnswer_thatNobodySaw_happenedPerhaps() {
        Witnessed witnessed = of(UNSURE, read(ABSENT, 1, 2));
        assertThat(witnessed.perhaps()).containsExactly(UNSURE);
        assertThat(witnessed.isCertain(UNSURE)).isFalse();
    }

    /** It happened before the first of its readers was answered. */
    @Test
    void writeWithoutAnAnswer_thatSomebodySaw_happenedByThen() {
        Witnessed witnessed = of(UNSURE, read(1, 50, 60), read(1, 5, 7), read(1, 70, 80));
        assertThat(witnessed.happened()).contains(put(1, Outcome.UNKNOWN, 0, 7));
        assertThat(witnessed.perhaps()).isEmpty();
        assertThat(witnessed.isCertain(UNSURE)).isTrue();
    }

    @Test
    void writeWithAnEnd_thatSomebodySawLater_happenedByItsEnd() {
        Witnessed witnessed = of(put(1, Outcome.UNKNOWN, 0, 10), read(1, 50, 60));
        assertThat(witnessed.happened()).contains(put(1, Outcome.UNKNOWN, 0, 10));
    }

    /** The last was read; it had to find the second, and that the first. */
    @Test
    void sightingOfAConditionalWrite_isOneOfWhatItReplaced() {
        Operation second = replace(1, 2, Outcome.UNKNOWN, 1, NEVER);
        Operation third = replace(2, 3, Outcome.UNKNOWN, 2, NEVER);
        Witnessed witnessed = of(UNSURE, second, third, read(3, 4, 9));
        assertThat(witnessed.perhaps()).isEmpty();
        assertThat(witnessed.happened()).contains(UNSURE.endingAt(9), second.endingAt(9), third.endingAt(9));
    }

    /** It says that something else was there, not what. */
    @Test
    void refusedConditionalWrite_isNoSighting() {
        assertThat(of(UNSURE, replace(1, 2, Outcome.REFUSED, 4, 5)).perhaps()).containsExactly(UNSURE);
    }

    @Test
    void deletesWithoutAnAnswer_areNeverSeen() {
        Operation delete = delete(Outcome.UNKNOWN, 2, NEVER);
        Operation clear = clear(Outcome.UNKNOWN, 3, NEVER);
        Witnessed witnessed = of(put(1, Outcome.DONE, 0, 1), delete, clear, read(ABSENT, 5, 6));
        assertThat(witnessed.perhaps()).containsExactly(delete, clear);
        assertThat(witnessed.isCertain(delete)).isFalse();
    }

    @Test
    void readWithoutAnAnswer_saysNothing() {
        Witnessed witnessed = of(UNSURE, new Operation(Kind.READ, 1, ABSENT, Outcome.UNKNOWN, 4, 5));
        assertThat(witnessed.perhaps()).containsExactly(UNSURE);
        assertThat(witnessed.happened()).isEmpty();
    }

    @Test
    void valueThatNobodyWrote_isAContradiction() {
        contradicts("read of value 7 (DONE, 0 to 1 ns): nobody wrote that value", read(7, 0, 1));
        contradicts("nobody wrote that value", replace(7, 1, Outcome.DONE, 0, 1));
    }

    @Test
    void valueOfAWriteThatDidNotHappen_isAContradiction() {
        contradicts(
                "although its writer was told that nothing was written", put(1, Outcome.FAILED, 0, 1), read(1, 2, 3));
        contradicts(
                "although its writer was told that nothing was written",
                replace(9, 1, Outcome.REFUSED, 0, 1),
                read(1, 2, 3));
    }

    @Test
    void valueThatWasSeenBeforeItWasWritten_isAContradiction() {
        contradicts("before it was written", read(1, 0, 1), put(1, Outcome.DONE, 2, 3));
        contradicts("before it was written", read(1, 0, 1), put(1, Outcome.UNKNOWN, 2, NEVER));
        assertThat(of(read(1, 0, 2), put(1, Outcome.DONE, 2, 3)).contradiction())
                .as("both at the same moment")
                .isEmpty();
    }

    /** The checker tells values apart by nothing else. */
    @Test
    void valueThatIsWrittenTwice_isRefused() {
        assertThatThrownBy(() -> of(put(1, Outcome.DONE, 0, 1), replace(ABSENT, 1, Outcome.FAILED, 2, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("value 1 was written twice");
    }

    @Test
    void operations_describeThemselves() {
        assertThat(replace(ABSENT, 2, Outcome.REFUSED, 1, 5).describe())
                .isEqualTo("put of value 2 if nothing (REFUSED, 1 to 5 ns)");
        assertThat(delete(Outcome.UNKNOWN, 1, 5).describe()).isEqualTo("delete (UNKNOWN, 1 to ? ns)");
        assertThat(read(ABSENT, 1, 5).describe()).isEqualTo("read of nothing (DONE, 1 to 5 ns)");
    }

    @Test
    void onlyUnknownOutcomes_areOpenEnded() {
        assertThat(put(1, Outcome.UNKNOWN, 0, 9).openEnded()).isEqualTo(UNSURE);
        assertThat(put(1, Outcome.DONE, 0, 9).openEnded().end()).isEqualTo(9);
    }
}
