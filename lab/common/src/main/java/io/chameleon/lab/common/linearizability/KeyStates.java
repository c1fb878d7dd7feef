package io.chameleon.lab.common.linearizability;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All the states one key may be in at a moment of its history, each with what must have happened to reach it. */
final class KeyStates {
    /** A value whose writer got no answer, and that no client read. */
    static final long UNSEEN = -1;
    /** No state at all. */
    static final long IMPOSSIBLE = -2;

    /**
     * @param value what the key holds
     * @param done one bit for each open operation that has taken effect already
     * @param deletes how many deletes of unknown outcome have taken effect
     * @param unseen how many puts of unknown outcome that no client read have taken effect
     */
    record State(long value, long done, int deletes, int unseen) {
        boolean has(int slot) {
            return (done >>> slot & 1) != 0;
        }

        State with(long next, int slot) {
            return new State(next, done | 1L << slot, deletes, unseen);
        }

        State without(int slot) {
            return new State(value, done & ~(1L << slot), deletes, unseen);
        }

        /** Whether everything that can follow {@code other} can follow this too. */
        private boolean covers(State other) {
            return deletes <= other.deletes && unseen <= other.unseen;
        }
    }

    private record Place(long value, long done) {}

    private final Map<Place, List<State>> states = new HashMap<>();

    KeyStates() {}

    static KeyStates of(State only) {
        KeyStates one = new KeyStates();
        one.add(only);
        return one;
    }

    /** Whether it was new; a state that another covers adds nothing. */
    boolean add(State state) {
        List<State> alike = states.computeIfAbsent(new Place(state.value, state.done), place -> new ArrayList<>(1));
        for (State known : alike) {
            if (known.covers(state)) {
                return false;
            }
        }
        alike.removeIf(state::covers);
        return alike.add(state);
    }

    Stream<State> stream() {
        return states.values().stream().flatMap(Collection::stream);
    }

    boolean isEmpty() {
        return states.isEmpty();
    }

    int size() {
        return states.size();
    }
}
