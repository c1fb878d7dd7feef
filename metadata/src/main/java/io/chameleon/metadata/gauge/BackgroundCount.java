package io.chameleon.metadata.gauge;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A count that takes a database some time, for metrics. A scrape never waits: it gets the last count, and starts a new
 * one in the background if that is older than {@link #INTERVAL}. After a count that failed there is none until the
 * next.
 */
final class BackgroundCount<T> {
    static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundCount.class);

    private final String what;
    private final Supplier<T> source;
    private final InstantSource clock;
    private final Executor background;
    private Instant countFrom = Instant.MIN;
    private @Nullable T last;

    /**
     * @param what is counted, in the plural, for the log
     * @param background runs a count, which may wait for the database
     */
    BackgroundCount(String what, Supplier<T> source, InstantSource clock, Executor background) {
        this.what = what;
        this.source = source;
        this.clock = clock;
        this.background = background;
    }

    /** Null if there is none yet. */
    synchronized @Nullable T latest() {
        Instant now = clock.instant();
        if (!now.isBefore(countFrom)) {
            // Whatever its outcome: a database that fails slowly is not queried by each scrape.
            countFrom = now.plus(INTERVAL);
            background.execute(this::count);
        }
        return last;
    }

    private void count() {
        T counted = null;
        try {
            counted = source.get();
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be counted: {}", what, e.getMessage());
        }
        synchronized (this) {
            last = counted;
        }
    }
}
