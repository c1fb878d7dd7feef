package io.chameleon.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.simulation.history.Operation;
import io.chameleon.lab.simulation.history.Operation.Kind;
import io.chameleon.lab.simulation.history.RegisterCheck;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisterCheckTest {
    private static Operation write(long value, long begin, long end) {
        return new Operation(Kind.WRITE, value, 0, Outcome.DONE, begin, end);
    }

    private static Operation read(long value, long begin, long end) {
        return new Operation(Kind.READ, value, 0, Outcome.DONE, begin, end);
    }

    private static void assertSound(Operation... operations) {
        assertThat(RegisterCheck.violation(List.of(operations))).isEmpty();
    }

    private static void assertViolated(Operation... operations) {
        assertThat(RegisterCheck.violation(List.of(operations))).isPresent();
    }

    @Test
    void readAfterAWrite_seesIt() {
        assertSound(write(1, 0, 1), read(1, 2, 3));
        assertViolated(write(1, 0, 1), read(0, 2, 3));
        assertViolated(write(1, 0, 1), write(2, 2, 3), read(1, 4, 5));
    }

    @Test
    void readDuringAWrite_seesEither_butNeverGoesBack() {
        assertSound(write(1, 0, 1), write(2, 2, 10), read(2, 3, 4), read(2, 5, 6));
        assertSound(write(1, 0, 1), write(2, 2, 10), read(1, 3, 4), read(2, 5, 6));
        assertViolated(write(1, 0, 1), write(2, 2, 10), read(2, 3, 4), read(1, 5, 6));
    }

    @Test
    void writeOfUnknownOutcome_mayHappenUntilItsEnd_orNever() {
        Operation unknown = new Operation(Kind.WRITE, 2, 0, Outcome.UNKNOWN, 2, 20);
        assertSound(write(1, 0, 1), unknown, read(1, 3, 4), read(2, 5, 6));
        assertSound(write(1, 0, 1), unknown, read(1, 30, 31));
        assertViolated(write(1, 0, 1), unknown, read(1, 21, 22), read(2, 23, 24));
    }

    @Test
    void conditions_areHeldToTheStateTheySaw() {
        Operation create = new Operation(Kind.CREATE, 2, 0, Outcome.DONE, 2, 3);
        Operation refused = new Operation(Kind.CREATE, 2, 0, Outcome.REFUSED, 2, 3);
        assertViolated(write(1, 0, 1), create);
        assertSound(write(1, 0, 1), refused, read(1, 4, 5));
        assertViolated(refused);
        Operation replace = new Operation(Kind.REPLACE, 2, 1, Outcome.DONE, 2, 3);
        assertSound(write(1, 0, 1), replace, read(2, 4, 5));
        assertViolated(write(1, 0, 1), write(3, 2, 3), new Operation(Kind.REPLACE, 2, 1, Outcome.DONE, 4, 5));
    }

    @Test
    void delete_leavesNothing() {
        Operation delete = new Operation(Kind.DELETE, 0, 0, Outcome.DONE, 2, 3);
        assertSound(write(1, 0, 1), delete, read(0, 4, 5));
        assertViolated(write(1, 0, 1), delete, read(1, 4, 5));
        assertViolated(delete);
    }
}
