package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.Operation.Kind;
import io.chameleon.lab.simulation.world.World;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class OpenOperationsTest {
    private static final String KEY = "key";

    private final World world = new World(1);
    private final History history = new History();
    private final OpenOperations operations = new OpenOperations(world, history, new Tally(), "client");

    private long write(long value) {
        return operations.begin(KEY, Kind.WRITE, value, 0);
    }

    private void read(long value) {
        operations.finish(operations.begin(KEY, Kind.READ, 0, 0), Outcome.DONE, null, value);
    }

    private void readNothing() {
        operations.finish(
                operations.begin(KEY, Kind.READ, 0, 0),
                Outcome.DONE,
                new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, "not there", null),
                0);
    }

    @Test
    void write_whoseOutcomeIsUnknown_mayBeSeenOrNot() {
        operations.finish(
                write(1),
                Outcome.DONE,
                new WriteOutcomeUnknownException(ErrorCode.DEADLINE_EXCEEDED, "no answer", null),
                0);
        readNothing();
        read(1);
        assertThat(history.violation()).isEmpty();
    }

    /** A stage of a composed future hands its failure on in a wrapper. */
    @Test
    void write_whoseUnknownOutcomeIsWrapped_mayBeSeenOrNot() {
        operations.finish(
                write(1),
                Outcome.DONE,
                new CompletionException(
                        new WriteOutcomeUnknownException(ErrorCode.DEADLINE_EXCEEDED, "no answer", null)),
                0);
        readNothing();
        read(1);
        assertThat(history.violation()).isEmpty();
    }

    @Test
    void write_thatWasGivenUp_mayStillHappen_butItsAnswerIsIgnored() {
        long number = write(1);
        operations.giveUp();
        operations.finish(number, Outcome.DONE, null, 1);
        readNothing();
        read(1);
        assertThat(history.violation()).isEmpty();
    }

    /** It was asked, so it may still take effect, later than its client waits. */
    @Test
    void write_withoutAnAnswer_mayHappenLongAfterIt() {
        operations.finish(
                write(1),
                Outcome.DONE,
                new WriteOutcomeUnknownException(ErrorCode.DEADLINE_EXCEEDED, "no answer", null),
                0);
        world.runUntil(100_000_000_000L);
        readNothing();
        world.runUntil(200_000_000_000L);
        read(1);
        assertThat(history.violation()).isEmpty();
    }

    @Test
    void write_withoutAnAnswer_doesNotHappenOnceEverythingIsOver() {
        operations.finish(
                write(1),
                Outcome.DONE,
                new WriteOutcomeUnknownException(ErrorCode.DEADLINE_EXCEEDED, "no answer", null),
                0);
        world.runUntil(OpenOperations.EFFECT_NANOS + 1);
        readNothing();
        world.runUntil(OpenOperations.EFFECT_NANOS + 2);
        read(1);
        assertThat(history.violation()).isPresent();
    }

    @Test
    void write_thatFailed_mayNotBeSeen() {
        operations.finish(write(1), Outcome.DONE, new UnavailableException(ErrorCode.OVERLOADED, "too many", null), 0);
        readNothing();
        assertThat(history.violation()).isEmpty();
        read(1);
        assertThat(history.violation()).isPresent();
    }

    @Test
    void refusedCreation_provesThatThereWasAnObject() {
        operations.finish(
                operations.begin(KEY, Kind.CREATE, 2, 0),
                Outcome.DONE,
                new PreconditionFailedException(ErrorCode.PRECONDITION_FAILED, "is there", null),
                0);
        assertThat(history.violation()).isPresent();
    }

    @Test
    void failure_whenAllIsQuiet_isAViolation() {
        UnavailableException failure = new UnavailableException(ErrorCode.OVERLOADED, "too many", null);
        operations.finish(write(1), Outcome.DONE, failure, 0);
        assertThat(world.violation()).isEmpty();
        operations.quiet();
        readNothing();
        assertThat(world.violation()).isEmpty();
        operations.finish(write(2), Outcome.DONE, failure, 0);
        assertThat(world.violation()).contains("when all is quiet").contains("too many");
    }
}
