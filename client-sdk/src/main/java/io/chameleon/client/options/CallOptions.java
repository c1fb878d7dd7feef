package io.chameleon.client.options;

import io.chameleon.core.Require;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long the operations of one caller may take, how often they try, and who follows them; given to
 * {@link io.chameleon.client.ChameleonClient#with}. Immutable: each method returns a changed copy. A bad value is an
 * {@link IllegalArgumentException}.
 */
public final class CallOptions {
    /** The client's timeouts, no deadline, as many tries as there is time for. */
    public static final CallOptions DEFAULT = new CallOptions(null, null, Integer.MAX_VALUE, null);

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(30);

    private final @Nullable Timeouts timeouts;
    private final @Nullable Duration deadline;
    private final int attempts;
    private final @Nullable ProgressListener progress;

    private CallOptions(
            @Nullable Timeouts timeouts,
            @Nullable Duration deadline,
            int attempts,
            @Nullable ProgressListener progress) {
        this.timeouts = timeouts;
        this.deadline = deadline;
        this.attempts = attempts;
        this.progress = progress;
    }

    /** Instead of the client's: of one answer, and of one step with all its tries. */
    public CallOptions timeouts(Timeouts limits) {
        Objects.requireNonNull(limits, "timeouts");
        return new CallOptions(limits, deadline, attempts, progress);
    }

    /**
     * The time that a whole operation may take, with its wait for a turn, and with the bytes of a stream or publisher.
     * When it passes, everything that the operation has in flight is cancelled, and it fails with a
     * {@link io.chameleon.client.error.DeadlineExceededException}: nothing was changed. A change that was sent and not
     * answered is a {@link io.chameleon.client.error.WriteOutcomeUnknownException}.
     */
    public CallOptions deadline(Duration whole) {
        Objects.requireNonNull(whole, "deadline");
        boolean sane = whole.compareTo(SHORTEST) >= 0 && whole.compareTo(LONGEST) <= 0;
        Require.that(sane, "deadline", whole, "1 ms to 30 days");
        return new CallOptions(timeouts, whole, attempts, progress);
    }

    /** How often a request is sent at most, if an error comes that passes; 1 sends none again. */
    public CallOptions attempts(int most) {
        Require.that(most >= 1, "attempts", most, "1 or more");
        return new CallOptions(timeouts, deadline, most, progress);
    }

    /** Follows the bytes of each operation. */
    public CallOptions progress(ProgressListener listener) {
        Objects.requireNonNull(listener, "progress");
        return new CallOptions(timeouts, deadline, attempts, listener);
    }

    public Optional<Timeouts> timeouts() {
        return Optional.ofNullable(timeouts);
    }

    public Optional<Duration> deadline() {
        return Optional.ofNullable(deadline);
    }

    public int attempts() {
        return attempts;
    }

    public Optional<ProgressListener> progress() {
        return Optional.ofNullable(progress);
    }
}
