package io.chameleon.client.internal.call;

import io.chameleon.client.options.ProgressListener;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts what one operation moves, and tells it to whoever follows the operation. Safe from any thread. */
public final class Meter {
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    /** What counted and was in vain. */
    private final AtomicLong vain = new AtomicLong();

    /** What the operation need not move, because it is where it should be. */
    private final AtomicLong there = new AtomicLong();

    private final @Nullable Meter whole;
    private final @Nullable ProgressTeller teller;

    private volatile @Nullable Throwable lastFailure;
    private volatile long total = ProgressListener.UNKNOWN;

    /** @param listeners may block; calls the listener */
    public Meter(@Nullable ProgressListener listener, Executor listeners) {
        whole = null;
        teller = listener == null ? null : new ProgressTeller(() -> listener.transferred(moved(), total), listeners);
    }

    private Meter(Meter whole) {
        this.whole = whole;
        teller = null;
    }

    /** Counts, and tells nobody. */
    public static Meter silent() {
        return new Meter(null, Runnable::run);
    }

    /** Counts a part of the operation, which counts it as well. */
    public Meter part() {
        return new Meter(this);
    }

    /** Bytes that the operation is to move; nothing changes if that is {@link ProgressListener#UNKNOWN}. */
    public void expect(long bytes) {
        if (bytes != ProgressListener.UNKNOWN) {
            total = bytes;
        }
    }

    /** Bytes of an object became durable. */
    public void sent(long bytes) {
        sent.addAndGet(bytes);
        if (whole != null) {
            whole.sent(bytes);
        }
        tell();
    }

    /** Bytes of an object were given to the caller. */
    public void received(long bytes) {
        received.addAndGet(bytes);
        if (whole != null) {
            whole.received(bytes);
        }
        tell();
    }

    /** So many bytes were moved before. */
    public void alreadyThere(long bytes) {
        there.addAndGet(bytes);
        tell();
    }

    /** So many bytes have to be moved again. */
    public void inVain(long bytes) {
        vain.addAndGet(bytes);
    }

    /** A request was sent again. */
    public void retried() {
        retries.incrementAndGet();
        if (whole != null) {
            whole.retried();
        }
    }

    /** As {@link #retried()}, after a failure that a caller who gives up meanwhile wants to know. */
    public void retried(Throwable after) {
        retried();
        failed(after);
    }

    private void failed(Throwable last) {
        lastFailure = last;
        if (whole != null) {
            whole.failed(last);
        }
    }

    /** Why the last request was sent again; null if none was, or that says nothing. */
    public @Nullable Throwable lastFailure() {
        return lastFailure;
    }

    public long bytesSent() {
        return sent.get();
    }

    public long bytesReceived() {
        return received.get();
    }

    public long retries() {
        return retries.get();
    }

    /** Bytes that are where they should be; a copy receives and sends each. */
    private long moved() {
        return Math.max(sent.get(), received.get()) + there.get() - vain.get();
    }

    private void tell() {
        if (teller != null) {
            teller.tell();
        }
    }
}
