package io.chameleon.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Formats a bad value as one line: what it is, its value, what was expected. */
public final class Require {
    private static final int MAX_SHOWN = 200;

    private Require() {}

    /** Throws {@link IllegalArgumentException} with a one-line message unless {@code condition} holds. */
    public static void that(boolean condition, String what, @Nullable Object value, String expected) {
        if (!condition) {
            throw violation(what, value, expected);
        }
    }

    /**
     * The exception of {@link #that}, to be thrown by the caller. For checks on every request with composed texts:
     * {@link #that} would compose its arguments even if nothing is wrong.
     */
    public static IllegalArgumentException violation(String what, @Nullable Object value, String expected) {
        return new IllegalArgumentException(
                oneLine(what) + ": '" + oneLine(shown(value)) + "' given, expected " + expected);
    }

    private static String shown(@Nullable Object value) {
        return value instanceof Duration time ? Durations.text(time) : String.valueOf(value);
    }

    /** The value may come from anywhere: neither its length nor its line breaks reach a log. */
    private static String oneLine(String text) {
        String head = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
        return head.replaceAll("\\p{Cntrl}", "?");
    }
}
