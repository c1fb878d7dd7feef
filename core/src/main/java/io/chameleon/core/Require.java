package io.chameleon.core;

import org.jspecify.annotations.Nullable;

/** One line for a bad value: what, its value, what was expected. */
public final class Require {
    private Require() {}

    /** Throws {@link IllegalArgumentException} with a one-line message unless {@code condition} holds. */
    public static void that(boolean condition, String what, @Nullable Object value, String expected) {
        if (!condition) {
            throw new IllegalArgumentException(what + ": '" + value + "' given, expected " + expected);
        }
    }
}
