package io.chameleon.transport.rpc.server;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Warnings that any unauthenticated peer can trigger: a few of each period are logged and the rest counted, so that
 * strangers cannot fill a disk. Safe from any thread.
 */
public final class StrangerLog {
    public static final int LINES = 20;
    public static final Duration PERIOD = Duration.ofSeconds(10);

    private final Logger log;
    private final LongSupplier nanoTime;
    private long begun;
    private int lines;
    private long left;

    public StrangerLog(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    public void warn(String message, Object who, Object why) {
        long untold;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            boolean over = now - begun >= PERIOD.toNanos();
            if (!over && lines >= LINES) {
                left++;
                return;
            }
            untold = over ? left : 0;
            if (over) {
                begun = now;
                lines = 0;
                left = 0;
            }
            lines++;
        }
        if (untold > 0) {
            log.warn("{} more warnings of this kind were left out", untold);
        }
        log.warn(message, who, why);
    }
}
