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

    private record Place(long value, long done) {}

    private final Map<Place, List<KeyState>> states = new HashMap<>();

    KeyStates() {}

    static KeyStates of(KeyState only) {
        KeyStates one = new KeyStates();
        one.add(only);
        return one;
    }

    /** Whether it was new; a state that another covers adds nothing. */
    boolean add(KeyState state) {
        List<KeyState> alike =
                states.computeIfAbsent(new Place(state.value(), state.done()), place -> new ArrayList<>(1));
        for (KeyState known : alike) {
            if (known.covers(state)) {
                return false;
            }
        }
        alike.removeIf(state::covers);
        return alike.add(state);
    }

    Stream<KeyState> stream() {
        return states.values().stream().flatMap(Collection::stream);
    }

    boolean isEmpty() {
        return states.isEmpty();
    }

    int size() {
        return states.size();
    }
}
