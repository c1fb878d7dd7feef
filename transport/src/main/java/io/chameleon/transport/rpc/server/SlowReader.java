package io.chameleon.transport.rpc.server;

import io.chameleon.core.Durations;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Detects a peer that does not read its answers, which hold memory that others wait for. Within each period it must
 * take all that was unsent when the period began, or {@link #LEAST}. Counts whole frames. All calls on one event loop.
 */
final class SlowReader {
    /** About a megabit per second with the default frame timeout of 30 s. */
    static final long LEAST = 4L << 20;

    private final EventExecutor loop;
    private final Duration period;
    private final Consumer<String> tooSlow;
    private long unsent;
    private long sent;
    private @Nullable Future<?> watch;

    /** @param tooSlow receives, at most once, how slow the peer is */
    SlowReader(EventExecutor loop, Duration period, Consumer<String> tooSlow) {
        this.loop = loop;
        this.period = period;
        this.tooSlow = tooSlow;
    }

    void sending(int bytes) {
        unsent += bytes;
        if (watch == null && bytes > 0) {
            begin();
        }
    }

    void sent(int bytes) {
        unsent -= bytes;
        sent += bytes;
    }

    private void begin() {
        long before = sent;
        long due = Math.min(unsent, LEAST);
        watch = loop.schedule(() -> end(sent - before, due), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void end(long taken, long due) {
        watch = null;
        if (taken < due) {
            tooSlow.accept("it took " + taken + " bytes of its answers within " + Durations.text(period) + ", expected "
                    + due);
        } else if (unsent > 0) {
            begin();
        }
    }

    void close() {
        if (watch != null) {
            watch.cancel(false);
        }
    }
}
