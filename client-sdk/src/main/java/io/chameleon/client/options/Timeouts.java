package io.chameleon.client.options;

import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import java.time.Duration;
import java.util.Objects;

/**
 * How long the client waits.
 *
 * @param request for one answer of one server; after that it asks another server, or tries again
 * @param operation for one step of an operation, with all its tries: finding the object, each segment, the commit. An
 *     object of one segment is read within one such time and written within three; a long stream may take as long as it
 *     makes progress
 */
public record Timeouts(Duration request, Duration operation) {
    private static final Duration LEAST = Duration.ofMillis(1);
    private static final Duration MAX = Duration.ofDays(1);

    /** 5 s and 30 s. */
    public static final Timeouts DEFAULT = new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(30));

    public Timeouts {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(operation, "operation");
        requireSane("request timeout", request);
        requireSane("operation timeout", operation);
        Require.that(
                request.compareTo(operation) <= 0,
                "request timeout",
                request,
                "at most the operation's " + Durations.text(operation));
    }

    private static void requireSane(String what, Duration given) {
        Require.that(given.compareTo(LEAST) >= 0 && given.compareTo(MAX) <= 0, what, given, "1 ms to 1 day");
    }
}
