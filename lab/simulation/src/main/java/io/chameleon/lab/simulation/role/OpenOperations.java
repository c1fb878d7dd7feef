package io.chameleon.lab.simulation.role;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.InternalException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.Operation;
import io.chameleon.lab.simulation.history.Operation.Kind;
import io.chameleon.lab.simulation.world.Failures;
import io.chameleon.lab.simulation.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations of one application that have no answer yet. Decides what an answer or its absence proves, and writes
 * that into the history: everything that the check of linearizability relies on is said here.
 */
final class OpenOperations {
    /**
     * A request without an answer has taken effect by then, or never will: longer than any deadline, pause and delay
     * together.
     */
    static final long EFFECT_NANOS = 400_000_000_000L;

    private final World world;
    private final History history;
    private final Tally tally;
    private final String client;
    private final Map<Long, Open> open = new LinkedHashMap<>();
    private long begun;
    private boolean quiet;

    /** Where an operation is written down, once its outcome is known or given up. */
    interface Sink {
        /** @param value written or read */
        void record(Outcome outcome, long value, long begin, long end);
    }

    private record Open(String what, String key, boolean isRead, long value, long begin, Sink sink) {}

    /** @param client the application's name in reports */
    OpenOperations(World world, History history, Tally tally, String client) {
        this.world = world;
        this.history = history;
        this.tally = tally;
        this.client = client;
    }

    /** From now on all is quiet, so that every failure but a missing object is a violation. */
    void quiet() {
        quiet = true;
    }

    /** Returns the number of the operation. */
    long begin(String key, Kind kind, long value, long expected) {
        return begin(kind.name(), key, kind == Kind.READ, value, sink(key, kind, expected));
    }

    /**
     * Returns the number of the operation.
     *
     * @param value that it writes, whatever comes of it
     */
    long begin(String what, String key, boolean isRead, long value, Sink sink) {
        long number = begun++;
        open.put(number, new Open(what, key, isRead, value, world.time().now(), sink));
        return number;
    }

    private Sink sink(String key, Kind kind, long expected) {
        return (outcome, value, begin, end) ->
                history.add(key, new Operation(kind, value, expected, outcome, begin, end));
    }

    /**
     * The answer to an operation; ignored if it was given up.
     *
     * @param outcome unless it failed
     * @param value written or read, unless it failed
     */
    void finish(long number, Outcome outcome, @Nullable Throwable failure, long value) {
        Open operation = open.remove(number);
        if (operation == null) {
            return;
        }
        world.trace()
                .line(client + " " + operation.what + " " + operation.key + " "
                        + (failure == null ? outcome + " " + value : Errors.code(failure)));
        tally.add(operation.what + " " + (failure == null ? outcome : Errors.code(failure)), 1);
        if (failure == null) {
            record(operation, outcome, value);
        } else {
            failed(operation, Errors.unwrap(failure));
        }
    }

    /** The application ends, so nobody will see the answers; what was asked may still happen. */
    void giveUp() {
        open.values().forEach(operation -> record(operation, Outcome.UNKNOWN, operation.value));
        open.clear();
    }

    /** A read that was not begun here, since only some answers tell which value they come from. */
    void read(String key, long value, long begin) {
        sink(key, Kind.READ, 0).record(Outcome.DONE, value, begin, world.time().now());
    }

    private void failed(Open operation, Throwable failure) {
        switch (failure) {
            case ObjectNotFoundException _ when operation.isRead -> record(operation, Outcome.DONE, 0);
            case PreconditionFailedException _ -> record(operation, Outcome.REFUSED, operation.value);
            case WriteOutcomeUnknownException _, OperationCancelledException _ ->
                record(operation, Outcome.UNKNOWN, operation.value);
            case InternalException defect -> met(defect);
            case InvalidRequestException defect -> met(defect);
            case ChameleonException e
            when quiet ->
                world.violated("at the end, when all is quiet, " + operation.what + " of " + operation.key + " fails: "
                        + e.code() + " " + e.getMessage());
            default -> {
                // It did not happen, and the error says so.
            }
        }
    }

    private void met(ChameleonException defect) {
        world.violated(client + " met a defect: " + Failures.text(defect));
    }

    private void record(Open operation, Outcome outcome, long value) {
        if (operation.isRead && outcome == Outcome.UNKNOWN) {
            return;
        }
        long now = world.time().now();
        operation.sink.record(outcome, value, operation.begin, outcome == Outcome.UNKNOWN ? now + EFFECT_NANOS : now);
    }
}
