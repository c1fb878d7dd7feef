package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Segments of what a publisher gives. Nothing waits: a segment is complete when the publisher has given its bytes.
 *
 * <p>Asks for one buffer at a time, and only while a segment is wanted, so it holds one segment and the rest of one
 * buffer. Copies what it is given: a buffer is the publisher's again when {@code onNext} returns. Knows the last
 * segment when it hands it over: it hands over the last byte only once the publisher has completed.
 */
public final class PublisherSource implements SegmentSource, Flow.Subscriber<ByteBuffer> {
    /** One that announces much and gives less than this takes little; beyond it, the rest is soon there. */
    private static final int FIRST_BYTES = 64 << 10;

    private static final byte[] NOTHING = {};
    private static final ByteBuffer NO_REST = ByteBuffer.allocate(0);

    private final Flow.Publisher<ByteBuffer> publisher;
    private final long length;
    private final int segmentBytes;

    // All guarded by this; no stranger's code runs under the lock.
    private Flow.@Nullable Subscription subscription;
    private @Nullable CompletableFuture<@Nullable ByteBuffer> wanted;
    private byte[] segment = NOTHING;
    private int filled;
    private ByteBuffer rest = NO_REST;
    private long given;
    private boolean subscribed;
    private boolean asked;
    private boolean ended;
    private boolean closed;
    private boolean busy;
    private boolean again;
    private boolean exhausted;
    private @Nullable RuntimeException failure;

    /** @param length bytes that the publisher gives, or {@link #UNKNOWN} */
    public PublisherSource(Flow.Publisher<ByteBuffer> publisher, long length, int segmentBytes) {
        this.publisher = publisher;
        this.length = length;
        this.segmentBytes = segmentBytes;
    }

    @Override
    public int segmentBytes() {
        return segmentBytes;
    }

    @Override
    public long expectedBytes() {
        return length;
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        CompletableFuture<@Nullable ByteBuffer> next = new CompletableFuture<>();
        boolean first;
        synchronized (this) {
            wanted = next;
            first = !subscribed;
            subscribed = true;
        }
        if (first) {
            subscribe();
        }
        proceed();
        return next;
    }

    private void subscribe() {
        try {
            publisher.subscribe(this);
        } catch (RuntimeException | Error thrown) {
            fail(Errors.ofCaller(thrown));
        }
    }

    @Override
    public synchronized boolean isExhausted() {
        return exhausted;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        requireGiven(given, "its subscription");
        boolean refused;
        synchronized (this) {
            refused = closed || subscription != null;
            if (!refused) {
                subscription = given;
            }
        }
        if (refused) {
            given.cancel();
        } else {
            proceed();
        }
    }

    @Override
    public void onNext(ByteBuffer buffer) {
        requireGiven(buffer, "a buffer");
        synchronized (this) {
            if (closed || failure != null) {
                return;
            }
            given += buffer.remaining();
            if (!asked || ended) {
                failure = Errors.ofCaller(new IllegalStateException("publisher: gave a buffer that was not asked for"));
            } else if (length != UNKNOWN && given > length) {
                failure = wrongLength();
            } else {
                fill(buffer);
                rest = copyOf(buffer);
            }
            asked = false;
        }
        proceed();
    }

    @Override
    public void onError(Throwable thrown) {
        requireGiven(thrown, "its failure");
        fail(Errors.ofCaller(thrown));
    }

    @Override
    public void onComplete() {
        synchronized (this) {
            ended = true;
            if (failure == null && length != UNKNOWN && given != length) {
                failure = wrongLength();
            }
        }
        proceed();
    }

    /** The publisher gets the exception that the rules of {@link Flow} prescribe, and the write gets an end. */
    private void requireGiven(@Nullable Object given, String what) {
        if (given == null) {
            NullPointerException broken = new NullPointerException("publisher: gave null as " + what);
            fail(Errors.ofCaller(broken));
            throw broken;
        }
    }

    private void fail(RuntimeException why) {
        synchronized (this) {
            ended = true;
            if (failure == null) {
                failure = why;
            }
        }
        proceed();
    }

    /** As a stream that ends too early. */
    private RuntimeException wrongLength() {
        return new IllegalArgumentException("publisher: " + given + " bytes given, expected the announced " + length);
    }

    /** One thread at a time, in a loop: a publisher that answers a request at once must not deepen the stack. */
    private void proceed() {
        synchronized (this) {
            again = busy;
            if (busy) {
                return;
            }
            busy = true;
        }
        do {
            step();
        } while (isDue());
    }

    private synchronized boolean isDue() {
        busy = again;
        again = false;
        return busy;
    }

    /** Hands over the segment that is wanted, if it is complete, or asks for more of it. */
    private void step() {
        CompletableFuture<@Nullable ByteBuffer> answer;
        ByteBuffer bytes = null;
        RuntimeException failed;
        Flow.Subscription toAsk = null;
        synchronized (this) {
            answer = wanted;
            if (answer == null) {
                return;
            }
            failed = failure;
            if (failed == null) {
                fill(rest);
                if (!isComplete()) {
                    answer = null;
                    toAsk = asked ? null : subscription;
                    asked |= toAsk != null;
                } else {
                    bytes = taken();
                }
            }
            if (answer != null) {
                wanted = null;
            }
        }
        if (toAsk != null) {
            ask(toAsk);
        } else if (answer != null && failed != null) {
            answer.completeExceptionally(failed);
        } else if (answer != null) {
            answer.complete(bytes);
        }
    }

    private void ask(Flow.Subscription toAsk) {
        try {
            toAsk.request(1);
        } catch (RuntimeException | Error thrown) {
            fail(Errors.ofCaller(thrown));
        }
    }

    /** A full segment is complete once it is known whether more follows. */
    private boolean isComplete() {
        boolean more = rest.hasRemaining() || length != UNKNOWN && given < length;
        return ended || filled == segmentBytes && more;
    }

    private @Nullable ByteBuffer taken() {
        ByteBuffer whole = ByteBuffer.wrap(segment, 0, filled);
        segment = NOTHING;
        filled = 0;
        exhausted = ended && !rest.hasRemaining();
        return whole.hasRemaining() ? whole : null;
    }

    @Override
    public void recycle(ByteBuffer used) {
        SpareSegments.SHARED.give(used.array());
    }

    private void fill(ByteBuffer from) {
        int count = Math.min(from.remaining(), segmentBytes - filled);
        if (count > segment.length - filled) {
            segment = larger(filled + count);
        }
        from.get(segment, filled, count);
        filled += count;
    }

    /** Room for {@code needed} bytes: little while that is enough, then all that will be needed. */
    private byte[] larger(int needed) {
        int most = length == UNKNOWN ? segmentBytes : (int) Math.min(segmentBytes, length);
        if (needed <= FIRST_BYTES) {
            return Arrays.copyOf(segment, Math.max(needed, Math.min(most, FIRST_BYTES)));
        }
        byte[] larger = SpareSegments.SHARED.arrayOf(Math.max(needed, most));
        System.arraycopy(segment, 0, larger, 0, filled);
        return larger;
    }

    private static ByteBuffer copyOf(ByteBuffer buffer) {
        return buffer.hasRemaining()
                ? ByteBuffer.allocate(buffer.remaining()).put(buffer).flip()
                : NO_REST;
    }

    /** Cancels the subscription, unless the publisher has ended. */
    @Override
    public void close() {
        Flow.Subscription toCancel;
        synchronized (this) {
            toCancel = closed || ended ? null : subscription;
            closed = true;
            wanted = null;
            segment = NOTHING;
            filled = 0;
            rest = NO_REST;
        }
        if (toCancel != null) {
            toCancel.cancel();
        }
    }
}
