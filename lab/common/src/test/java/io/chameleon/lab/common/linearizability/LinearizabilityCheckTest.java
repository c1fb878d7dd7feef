package io.chameleon.lab.common.linearizability;

import static io.chameleon.lab.common.linearizability.Operation.ABSENT;
import static io.chameleon.lab.common.linearizability.Operation.clear;
import static io.chameleon.lab.common.linearizability.Operation.delete;
import static io.chameleon.lab.common.linearizability.Operation.put;
import static io.chameleon.lab.common.linearizability.Operation.read;
import static io.chameleon.lab.common.linearizability.Operation.replace;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.testing.Seed;
import io.chameleon.lab.common.linearizability.Operation.Kind;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearizabilityCheckTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int RANDOM_HISTORIES = 20_000;
    /** What a write that no client saw left behind. */
    private static final long SOME_VALUE = 1_000;

    @Test
    void oneAfterTheOther_eachReadSeesTheLastWrite_isFine() {
        assertFine(
                read(ABSENT, 0, 1),
                put(1, Outcome.DONE, 2, 3),
                read(1, 4, 5),
                replace(1, 2, Outcome.DONE, 6, 7),
                read(2, 8, 9),
                delete(Outcome.DONE, 10, 11),
                read(ABSENT, 12, 13),
                delete(Outcome.REFUSED, 14, 15),
                replace(ABSENT, 3, Outcome.DONE, 16, 17),
                replace(ABSENT, 4, Outcome.REFUSED, 18, 19),
                read(3, 20, 21));
    }

    @Test
    void acknowledgedWrite_goneLater_isFound() {
        assertWrong("read of nothing", put(1, Outcome.DONE, 0, 1), read(ABSENT, 2, 3));
        assertWrong("read of value 1", put(1, Outcome.DONE, 0, 1), put(2, Outcome.DONE, 2, 3), read(1, 4, 5));
    }

    @Test
    void staleRead_afterAnotherHasSeenTheNewValue_isFound() {
        assertFine(put(1, Outcome.DONE, 0, 1), put(2, Outcome.DONE, 2, 9), read(2, 3, 4), read(2, 5, 6));
        assertFine(put(1, Outcome.DONE, 0, 1), put(2, Outcome.DONE, 2, 9), read(1, 3, 4), read(2, 5, 6));
        assertWrong(
                "read of value 1",
                put(1, Outcome.DONE, 0, 1),
                put(2, Outcome.DONE, 2, 9),
                read(2, 3, 4),
                read(1, 5, 6));
    }

    @Test
    void overlappingOperations_inAnyOrderThatFits_areFine() {
        assertFine(put(1, Outcome.DONE, 0, 10), put(2, Outcome.DONE, 0, 10), read(1, 11, 12), read(1, 11, 12));
        assertWrong(
                "fits nowhere",
                put(1, Outcome.DONE, 0, 10),
                put(2, Outcome.DONE, 0, 10),
                read(1, 11, 12),
                read(2, 13, 14));
    }

    @Test
    void unknownWrite_happensLateOrNever_butOnlyOnce() {
        Operation lost = put(2, Outcome.UNKNOWN, 2, 3);
        assertFine(put(1, Outcome.DONE, 0, 1), lost, read(1, 4, 5), read(1, 6, 7));
        assertFine(put(1, Outcome.DONE, 0, 1), lost, read(1, 4, 5), read(2, 6, 7), read(2, 8, 9));
        assertWrong("read of value 1", put(1, Outcome.DONE, 0, 1), lost, read(2, 4, 5), read(1, 6, 7));
        assertWrong(
                "read of value 2",
                put(1, Outcome.DONE, 0, 1),
                lost,
                read(2, 4, 5),
                put(3, Outcome.DONE, 6, 7),
                read(3, 8, 9),
                read(2, 10, 11));
    }

    @Test
    void unknownDelete_explainsOneAbsence_notTwo() {
        Operation lost = delete(Outcome.UNKNOWN, 2, 3);
        assertFine(put(1, Outcome.DONE, 0, 1), lost, read(1, 4, 5), read(ABSENT, 6, 7));
        assertWrong(
                "read of nothing",
                put(1, Outcome.DONE, 0, 1),
                lost,
                read(ABSENT, 4, 5),
                put(2, Outcome.DONE, 6, 7),
                read(2, 8, 9),
                read(ABSENT, 10, 11));
    }

    @Test
    void unknownPutThatNobodyRead_explainsThatSomethingWasDeleted() {
        assertFine(put(1, Outcome.UNKNOWN, 0, 1), delete(Outcome.DONE, 2, 3), read(ABSENT, 4, 5));
        assertWrong("delete", read(ABSENT, 0, 1), delete(Outcome.DONE, 2, 3));
    }

    @Test
    void conditionalPut_onAVersionThatWasReplaced_mustNotSucceed() {
        assertWrong(
                "put of value 3 if value 1",
                put(1, Outcome.DONE, 0, 1),
                put(2, Outcome.DONE, 2, 3),
                replace(1, 3, Outcome.DONE, 4, 5));
        assertWrong("put of value 2 if value 1", put(1, Outcome.DONE, 0, 1), replace(1, 2, Outcome.REFUSED, 2, 3));
    }

    @Test
    void valueOfNobody_orOfAWriteThatFailed_isFound() {
        assertWrong("nobody wrote", read(7, 0, 1));
        assertWrong("nothing was written", put(1, Outcome.FAILED, 0, 1), read(1, 2, 3));
        assertWrong("before it was written", read(1, 0, 1), put(1, Outcome.DONE, 2, 3));
    }

    /** Compared with trying every order; small values, so that operations meet. */
    @Test
    void unknownWriteThatHasAnEnd_doesNotHappenAfterIt() {
        Operation lost = put(2, Outcome.UNKNOWN, 2, 5);
        assertPossible(List.of(put(1, Outcome.DONE, 0, 1), lost, read(1, 6, 7)));
        assertPossible(List.of(put(1, Outcome.DONE, 0, 1), lost, read(1, 3, 4), read(2, 6, 7)));
        assertImpossible("read of value 1", List.of(put(1, Outcome.DONE, 0, 1), lost, read(1, 6, 7), read(2, 8, 9)));
    }

    @Test
    void unknownConditionalPutThatHasAnEnd_happensOnlyIfItsConditionHeld() {
        Operation lost = replace(1, 2, Outcome.UNKNOWN, 2, 5);
        assertPossible(List.of(put(1, Outcome.DONE, 0, 1), lost, replace(2, 3, Outcome.DONE, 6, 7)));
        assertImpossible("delete", List.of(lost, delete(Outcome.DONE, 6, 7)));
    }

    /** Against trying every order; small values, so that operations meet. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void randomHistories_areJudgedAsByTryingEveryOrder(boolean openEnded) {
        Random random = new Random(SEED.value());
        int fine = 0;
        for (int i = 0; i < RANDOM_HISTORIES; i++) {
            List<Operation> history = randomHistory(random).stream()
                    .map(operation -> openEnded ? operation.openEnded() : operation)
                    .toList();
            boolean possible = isPossible(history);
            fine += possible ? 1 : 0;
            assertThat(LinearizabilityCheck.violation(history).isEmpty())
                    .as("history %d: %s", i, history)
                    .isEqualTo(possible);
        }
        assertThat(fine).as("possible histories").isBetween(RANDOM_HISTORIES / 20, RANDOM_HISTORIES * 19 / 20);
    }

    private static List<Operation> randomHistory(Random random) {
        List<Operation> history = new ArrayList<>();
        int size = 1 + random.nextInt(6);
        int written = 0;
        for (int i = 0; i < size; i++) {
            long start = random.nextInt(12);
            long end = start + 1 + random.nextInt(6);
            int value = random.nextInt(3);
            switch (random.nextInt(7)) {
                case 0, 1 -> history.add(read(value, start, end));
                case 2 -> history.add(put(++written, outcome(random, false), start, end));
                case 3 -> history.add(replace(value, ++written, outcome(random, true), start, end));
                case 4 -> history.add(clear(outcome(random, false), start, end));
                default -> history.add(delete(outcome(random, true), start, end));
            }
        }
        return history;
    }

    private static Outcome outcome(Random random, boolean mayBeRefused) {
        return switch (random.nextInt(5)) {
            case 0, 1 -> Outcome.UNKNOWN;
            case 2 -> mayBeRefused ? Outcome.REFUSED : Outcome.DONE;
            default -> Outcome.DONE;
        };
    }

    private static boolean isPossible(List<Operation> history) {
        return extend(history, new boolean[history.size()], ABSENT);
    }

    /** Puts one more operation into the order: one before which no other missing operation ended. */
    private static boolean extend(List<Operation> history, boolean[] placed, long state) {
        boolean complete = true;
        for (int i = 0; i < placed.length; i++) {
            complete &= placed[i] || history.get(i).outcome() == Outcome.UNKNOWN;
        }
        if (complete) {
            return true;
        }
        for (int i = 0; i < placed.length; i++) {
            if (!placed[i] && mayBeNext(history, placed, i)) {
                long next = after(history, history.get(i), state);
                if (next >= 0) {
                    placed[i] = true;
                    if (extend(history, placed, next)) {
                        return true;
                    }
                    placed[i] = false;
                }
            }
        }
        return false;
    }

    private static boolean mayBeNext(List<Operation> history, boolean[] placed, int candidate) {
        for (int i = 0; i < placed.length; i++) {
            Operation other = history.get(i);
            boolean late = placed[i] && history.get(candidate).end() < other.start();
            boolean early = !placed[i]
                    && other.outcome() != Outcome.UNKNOWN
                    && other.end() < history.get(candidate).start();
            if (late || early) {
                return false;
            }
        }
        return true;
    }

    /** -1 if the operation cannot happen in this state. */
    private static long after(List<Operation> history, Operation operation, long state) {
        boolean refused = operation.outcome() == Outcome.REFUSED;
        return switch (operation.kind()) {
            case READ -> state == operation.value() ? state : -1;
            case PUT -> isForgiven(history, operation) ? SOME_VALUE : operation.value();
            case REPLACE -> {
                boolean forgiven = isForgiven(history, operation);
                boolean holds = state == operation.expected() || forgiven;
                yield holds == refused ? -1 : refused ? state : forgiven ? SOME_VALUE : operation.value();
            }
            case CLEAR -> ABSENT;
            case DELETE -> {
                boolean forgiven = operation.outcome() == Outcome.UNKNOWN;
                yield forgiven ? ABSENT : (state == ABSENT) == refused ? ABSENT : -1;
            }
        };
    }

    /** A write of unknown outcome counts as if its condition had held, and leaves a value that meets no condition. */
    private static boolean isForgiven(List<Operation> history, Operation write) {
        return write.end() == Operation.NEVER && !isSeen(history, write.value());
    }

    /** Whether an answered client saw the value, or an unanswered one whose own value was seen in the end. */
    private static boolean isSeen(List<Operation> history, long value) {
        Set<Long> seen = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (Operation one : history) {
                boolean happened =
                        one.outcome() == Outcome.DONE || one.outcome() == Outcome.UNKNOWN && seen.contains(one.value());
                if (happened && one.kind() == Kind.READ) {
                    more |= seen.add(one.value());
                } else if (happened && one.kind() == Kind.REPLACE) {
                    more |= seen.add(one.expected());
                }
            }
        }
        return value != ABSENT && seen.contains(value);
    }

    private static void assertFine(Operation... history) {
        assertPossible(Stream.of(history).map(Operation::openEnded).toList());
    }

    private static void assertWrong(String why, Operation... history) {
        assertImpossible(why, Stream.of(history).map(Operation::openEnded).toList());
    }

    private static void assertPossible(List<Operation> history) {
        assertThat(LinearizabilityCheck.violation(history)).isEmpty();
    }

    private static void assertImpossible(String why, List<Operation> history) {
        assertThat(LinearizabilityCheck.violation(history))
                .hasValueSatisfying(found -> assertThat(found.reason()).contains(why));
    }
}
