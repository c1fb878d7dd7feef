package io.chameleon.balancer.repair;

import io.chameleon.core.Require;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A rate in bytes per second for each server, with a burst of at most one second's bytes. A request for more than is
 * available goes into debt and waits until that is paid: large fragments pass, and the mean rate holds.
 */
public final class TokenBucket implements Throttle {
    /** Lets time pass. */
    @FunctionalInterface
    public interface Sleeper {
        /** On the calling thread. */
        Sleeper THREAD = TimeUnit.NANOSECONDS::sleep;

        void sleep(long nanos) throws InterruptedException;
    }

    private static final double NANOS = 1e9;

    private final long bytesPerSecond;
    private final LongSupplier nanoTime;
    private final Sleeper sleeper;
    private double bytesPerNano;
    private double most;
    private double tokens;
    private long filled;

    /** For one server, until {@link #share} says how many there are. */
    public TokenBucket(long bytesPerSecond, LongSupplier nanoTime, Sleeper sleeper) {
        Require.that(bytesPerSecond >= 1, "rate", bytesPerSecond, "at least 1 byte per second");
        this.bytesPerSecond = bytesPerSecond;
        this.bytesPerNano = bytesPerSecond / NANOS;
        this.most = bytesPerSecond;
        this.nanoTime = nanoTime;
        this.sleeper = sleeper;
        this.tokens = most;
        this.filled = nanoTime.getAsLong();
    }

    @Override
    public synchronized void share(int servers) {
        fill();
        most = (double) bytesPerSecond * servers;
        bytesPerNano = most / NANOS;
    }

    @Override
    public void take(long bytes) {
        long wait = debt(bytes);
        if (wait <= 0) {
            return;
        }
        try {
            sleeper.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ChameleonError(ErrorCode.CANCELLED, "interrupted while repair was held back", e);
        }
    }

    private void fill() {
        long now = nanoTime.getAsLong();
        tokens = Math.min(most, tokens + (now - filled) * bytesPerNano);
        filled = now;
    }

    /** Nanoseconds until what was taken is available. */
    private synchronized long debt(long bytes) {
        fill();
        tokens -= bytes;
        return tokens >= 0 ? 0 : (long) Math.ceil(-tokens / bytesPerNano);
    }
}
