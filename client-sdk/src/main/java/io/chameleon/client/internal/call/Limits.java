package io.chameleon.client.internal.call;

import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.Timeouts;
import java.time.Duration;

/**
 * How long the steps of an operation may take, and how often they try.
 *
 * @param attempts of one request at most
 */
public record Limits(Timeouts timeouts, int attempts) {
    public static Limits of(CallOptions options, Timeouts clients) {
        return new Limits(options.timeouts().orElse(clients), options.attempts());
    }

    /** For one answer of one server. */
    public Duration request() {
        return timeouts.request();
    }

    /** For one step, with all its tries. */
    public Duration operation() {
        return timeouts.operation();
    }
}
