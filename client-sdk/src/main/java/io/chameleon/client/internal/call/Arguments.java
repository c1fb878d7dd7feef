package io.chameleon.client.internal.call;

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
}
