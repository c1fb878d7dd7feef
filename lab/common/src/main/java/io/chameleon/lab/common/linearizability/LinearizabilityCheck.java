package io.chameleon.lab.common.linearizability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the history of one key is linearizable: whether all its operations can be put in one order that each client's
 * view fits, with every operation between its start and its end.
 *
 * <p>Just-in-time linearization (Lowe, Testing for linearizability, Concurrency and Computation 29, 2017; the search is
 * that of Wing and Gong, Testing and Verifying Concurrent Objects, 1993): the checker goes through the history in time
 * order with the set of all states the key may be in. An operation takes effect when it has to, at the latest when its
 * client was answered. Operations that change nothing take effect as soon as they fit.
 *
 * <p>Unknown outcomes: a write that somebody saw did happen, at the latest when its first observer was answered, so it
 * is given that end. One that nobody saw and that has an end is tried both ways. One without an end may still have
 * overwritten, or its delete removed, what was there; these are counted, not named, since any of them can stand for any
 * other. Such a conditional put counts as if its condition had held, and what such a write left meets no condition,
 * which forgives more than it might.
 *
 * <p>Cost: operations times states times what is under way at a time, of which there may be 64.
 */
public final class LinearizabilityCheck {
    private static final int SLOTS = Long.SIZE;
    private static final int MAX_STATES = 500_000;

    private final Operation[] open = new Operation[SLOTS];
    private long openSlots;
    private int deletes;
    private int unseen;

    private LinearizabilityCheck() {}

    /**
     * Why the history is impossible; empty if it is linearizable. The key holds nothing at first. No two writes share a
     * value.
     */
    public static Optional<Violation> violation(List<Operation> history) {
        Witnessed witnessed = new Witnessed(history);
        return witnessed.contradiction().or(() -> new LinearizabilityCheck().check(witnessed));
    }

    private record Event(long time, boolean isEnd, Operation operation) {}

    private Optional<Violation> check(Witnessed history) {
        KeyStates states = KeyStates.of(new KeyState(Operation.ABSENT, 0, 0, 0));
        for (Event event : events(history)) {
            Operation operation = event.operation;
            if (!event.isEnd) {
                begin(operation, history);
                continue;
            }
            int slot = slotOf(operation);
            KeyStates next = linearized(states, slot, history.isCertain(operation));
            if (next == null) {
                return Optional.of(new Violation(
                        operation, "too many operations at a time to decide, at " + operation.describe()));
            }
            if (next.isEmpty()) {
                return Optional.of(new Violation(
                        operation, operation.describe() + " fits nowhere; until then the key held " + held(states)));
            }
            openSlots &= ~(1L << slot);
            states = next;
        }
        return Optional.empty();
    }

    private static String held(KeyStates states) {
        return states.stream()
                .map(KeyState::value)
                .distinct()
                .sorted()
                .map(Operation::name)
                .collect(Collectors.joining(" or "));
    }

    /** In time order; at the same time starts come first: what begins when another ends was under way with it. */
    private static List<Event> events(Witnessed history) {
        List<Event> events = new ArrayList<>();
        Stream.concat(history.happened().stream(), history.perhaps().stream()).forEach(operation -> {
            events.add(new Event(operation.start(), false, operation));
            if (operation.end() != Operation.NEVER) {
                events.add(new Event(operation.end(), true, operation));
            }
        });
        events.sort(Comparator.comparingLong(Event::time).thenComparing(Event::isEnd));
        return events;
    }

    private void begin(Operation operation, Witnessed history) {
        if (!history.isCertain(operation) && operation.end() == Operation.NEVER) {
            if (operation.isDelete()) {
                deletes++;
            } else {
                unseen++;
            }
            return;
        }
        int slot = Long.numberOfTrailingZeros(~openSlots);
        if (slot == SLOTS) {
            throw new IllegalArgumentException("more than " + SLOTS + " operations on one key at a time");
        }
        open[slot] = operation;
        openSlots |= 1L << slot;
    }

    @SuppressWarnings("ReferenceEquality") // two equal operations are still two
    private int slotOf(Operation operation) {
        for (int slot = 0; slot < SLOTS; slot++) {
            if ((openSlots >>> slot & 1) != 0 && open[slot] == operation) {
                return slot;
            }
        }
        throw new IllegalStateException(operation + " has not begun");
    }

    /**
     * The states after the operation of {@code slot} has taken effect at last, whatever else did before it, and those
     * after it has not if that is not certain; null if too many.
     */
    private @Nullable KeyStates linearized(KeyStates states, int slot, boolean certain) {
        KeyStates after = new KeyStates();
        KeyStates seen = new KeyStates();
        Deque<KeyState> frontier = new ArrayDeque<>();
        states.stream().map(this::withWhatFits).filter(seen::add).forEach(frontier::add);
        while (!frontier.isEmpty()) {
            KeyState state = frontier.remove();
            if (state.has(slot)) {
                after.add(state.without(slot));
                continue;
            }
            if (!certain) {
                after.add(state);
            }
            for (int other = 0; other < SLOTS; other++) {
                if ((openSlots >>> other & 1) != 0 && !state.has(other)) {
                    for (KeyState next : taken(state, other)) {
                        KeyState settled = withWhatFits(next);
                        if (seen.add(settled)) {
                            frontier.add(settled);
                        }
                    }
                }
            }
            if (seen.size() > MAX_STATES) {
                return null;
            }
        }
        return after;
    }

    /** Lets every open operation that changes nothing take effect where it fits: that forbids nothing later. */
    private KeyState withWhatFits(KeyState state) {
        KeyState now = state;
        for (int slot = 0; slot < SLOTS; slot++) {
            boolean isWaiting = (openSlots >>> slot & 1) != 0 && !now.has(slot);
            if (isWaiting && !open[slot].changes() && open[slot].apply(now.value()) != KeyStates.IMPOSSIBLE) {
                now = now.with(now.value(), slot);
            }
        }
        return now;
    }

    /** The operation takes effect, at once or right after one of unknown outcome that makes it possible. */
    private List<KeyState> taken(KeyState state, int slot) {
        Operation operation = open[slot];
        long plain = operation.apply(state.value());
        if (plain != KeyStates.IMPOSSIBLE) {
            return List.of(state.with(plain, slot));
        }
        List<KeyState> possible = new ArrayList<>(2);
        long deleted = operation.apply(Operation.ABSENT);
        if (state.deletes() < deletes && deleted != KeyStates.IMPOSSIBLE) {
            possible.add(new KeyState(deleted, state.done() | 1L << slot, state.deletes() + 1, state.unseen()));
        }
        long overwritten = operation.apply(KeyStates.UNSEEN);
        if (state.unseen() < unseen && overwritten != KeyStates.IMPOSSIBLE) {
            possible.add(new KeyState(overwritten, state.done() | 1L << slot, state.deletes(), state.unseen() + 1));
        }
        return possible;
    }
}
