package io.chameleon.metadata.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits at the start of a process for a database that does not answer yet, since it starts beside the process or fails
 * over. What answers and refuses the caller is not waited for.
 */
public final class FirstAnswer {
    private static final Logger LOG = LoggerFactory.getLogger(FirstAnswer.class);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Attempt attempt;
    private final LongSupplier nanos;
    private final Pause pause;

    /** Connects once. */
    interface Attempt {
        void connect() throws SQLException;
    }

    /** Waits between two attempts. */
    interface Pause {
        void of(Duration time);
    }

    FirstAnswer(Attempt attempt, LongSupplier nanos, Pause pause) {
        this.attempt = attempt;
        this.nanos = nanos;
        this.pause = pause;
    }

    /**
     * Returns when the database takes a connection or refuses the caller, or after 60 s, whatever is first: whoever
     * opens the database then learns which it is. Blocks.
     */
    public static void await(DatabaseConfig config) {
        OwnDatabase source = DatabasePool.source(config);
        new FirstAnswer(
                        () -> {
                            try (Connection connection = source.unchecked()) {
                                LOG.debug("the mapping database answers on {}", connection);
                            }
                        },
                        System::nanoTime,
                        time -> LockSupport.parkNanos(time.toNanos()))
                .await();
    }

    void await() {
        long start = nanos.getAsLong();
        boolean isFirst = true;
        while (true) {
            try {
                attempt.connect();
                return;
            } catch (SQLException e) {
                if (!DatabaseFailure.isAway(e)
                        || nanos.getAsLong() - start >= LIMIT.toNanos()
                        || Thread.currentThread().isInterrupted()) {
                    return;
                }
                if (isFirst) {
                    LOG.warn(
                            "the mapping database does not answer; waiting for it, {} s at most: {}",
                            LIMIT.toSeconds(),
                            DatabaseFailure.reason(e));
                    isFirst = false;
                }
            }
            pause.of(PAUSE);
        }
    }
}
