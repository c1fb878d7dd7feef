package io.chameleon.client.internal.call;

import java.util.List;
import java.util.Objects;

/** What a caller gives. */
public final class Arguments {
    private Arguments() {}

    /**
     * Throws a {@link NullPointerException} with the name of the first argument that is null: at once, so the stack
     * trace is the caller's.
     *
     * @param namesAndValues in turns
     */
    public static void require(Object... namesAndValues) {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Objects.requireNonNull(namesAndValues[i + 1], (String) namesAndValues[i]);
        }
    }

    /** A copy; a list that is null or holds null is a {@link NullPointerException} with its name. */
    public static <T> List<T> copy(String name, List<T> list) {
        Objects.requireNonNull(list, name);
        list.forEach(element -> Objects.requireNonNull(element, name + ": null in the list"));
        return List.copyOf(list);
    }
}
