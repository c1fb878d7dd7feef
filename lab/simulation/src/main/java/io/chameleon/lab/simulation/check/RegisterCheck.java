package io.chameleon.lab.simulation.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the operations on one key can be put in one order that fits what every client saw and when: linearizability, by the
 * search of Wing and Gong (Testing and Verifying Concurrent Objects, 1993) in the breadth-first form of Lowe (Testing for
 * Linearizability, 2017). It goes through beginnings and ends in time order and keeps every state the object may be in, with the
 * operations under way that have taken effect to get there.
 *
 * <p>Cost: operations times states times what is under way at a time, of which there may be 62.
 */
public final class RegisterCheck {
    private static final int MAX_OPEN = 62;
    private static final int MAX_STATES = 200_000;

    /** The object, and which of the operations under way it shows, a bit each. */
    private record State(long value, long done) {}

    private record Event(long at, boolean isEnd, int operation) {}

    private final List<Operation> operations;
    /** The operation in each slot; -1 if it is free. */
    private final int[] slots = new int[MAX_OPEN];

    private Set<State> states = new HashSet<>(Set.of(new State(0, 0)));

    private RegisterCheck(List<Operation> operations) {
        this.operations = operations;
        Arrays.fill(slots, -1);
    }

    /** Why the operations, in any order, are not linearizable from "no object" on; empty if they are. */
    public static Optional<String> violation(List<Operation> operations) {
        return new RegisterCheck(operations).run();
    }

    private Optional<String> run() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            events.add(new Event(operations.get(i).begin(), false, i));
            events.add(new Event(operations.get(i).end(), true, i));
        }
        // What begins when another ends was under way with it.
        events.sort(
                Comparator.comparingLong(Event::at).thenComparing(Event::isEnd).thenComparingInt(Event::operation));
        for (Event event : events) {
            if (!event.isEnd) {
                begin(event.operation);
            } else if (!end(event.operation)) {
                return Optional.of(explanation(event.operation));
            }
        }
        return Optional.empty();
    }

    private void begin(int operation) {
        int slot = slot(-1);
        if (slot < 0) {
            throw new IllegalStateException("more than " + MAX_OPEN + " operations of one key under way at a time");
        }
        slots[slot] = operation;
    }

    /** False if no state is left. */
    private boolean end(int operation) {
        int slot = slot(operation);
        long bit = 1L << slot;
        Set<State> reached = new HashSet<>();
        List<State> todo = new ArrayList<>(states);
        Set<State> seen = new HashSet<>(states);
        boolean mayBeMissing = operations.get(operation).outcome() == Operation.Outcome.UNKNOWN;
        while (!todo.isEmpty()) {
            State state = todo.removeLast();
            if (mayBeMissing || (state.done & bit) != 0) {
                reached.add(new State(state.value, state.done & ~bit));
            }
            if ((state.done & bit) == 0) {
                for (int other = 0; other < MAX_OPEN; other++) {
                    State next = next(state, other);
                    if (next != null && seen.add(next)) {
                        todo.add(next);
                    }
                }
            }
            if (seen.size() > MAX_STATES) {
                throw new IllegalStateException("too many operations of unknown outcome to decide about one key");
            }
        }
        slots[slot] = -1;
        states = reached;
        return !reached.isEmpty();
    }

    private @Nullable State next(State state, int slot) {
        if (slots[slot] < 0 || (state.done & 1L << slot) != 0) {
            return null;
        }
        Operation operation = operations.get(slots[slot]);
        return operation.fits(state.value) ? new State(operation.apply(state.value), state.done | 1L << slot) : null;
    }

    private int slot(int operation) {
        for (int slot = 0; slot < MAX_OPEN; slot++) {
            if (slots[slot] == operation) {
                return slot;
            }
        }
        return -1;
    }

    private String explanation(int failed) {
        Operation bad = operations.get(failed);
        StringBuilder text = new StringBuilder("no order explains " + bad + "; around it:");
        operations.stream()
                .filter(operation ->
                        operation.value() == bad.value() || operation.end() >= bad.begin() - 120_000_000_000L)
                .filter(operation -> operation.begin() <= bad.end())
                .sorted(Comparator.comparingLong(Operation::begin))
                .forEach(operation -> text.append("\n    ").append(operation));
        return text.toString();
    }
}
