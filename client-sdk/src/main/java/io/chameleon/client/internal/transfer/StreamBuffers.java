package io.chameleon.client.internal.transfer;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.call.Forgotten;
import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.read.Piece;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an {@link io.chameleon.client.ObjectStream} holds of the network's: apart from it, so that it can be given back
 * when nobody has the stream any more. Safe from any thread: whoever closes the stream gives the buffers back.
 */
public final class StreamBuffers {
    private static final Logger LOG = LoggerFactory.getLogger(StreamBuffers.class);

    private final ObjectReader reader;

    // Guarded by this.
    private @Nullable Piece lent;
    private Deque<ByteBuffer> left = new ArrayDeque<>();

    public StreamBuffers(ObjectReader reader) {
        this.reader = reader;
    }

    /** Cleared when told, or once nobody has {@code stream}: memory outside the heap would never come back. */
    public Cleaner.Cleanable clearAfter(Object stream) {
        return Forgotten.then(stream, this::clear);
    }

    private void clear() {
        if (!reader.isClosed()) {
            LOG.warn(
                    "object {}: a stream was neither read to its end nor closed; the garbage collector found it",
                    reader.row().id());
        }
        reader.close();
        giveBack();
    }

    /** Takes over what the reader gives next. */
    public void take(Piece next) {
        try {
            taken(next);
        } catch (CancellationException e) {
            throw Errors.of(e);
        }
    }

    private synchronized void taken(Piece next) {
        reader.requireOpen();
        next.take();
        lent = next;
        left = new ArrayDeque<>(next.buffers());
    }

    /** What there is at once; 0 if it is time for more. */
    public synchronized int copy(byte[] target, int offset, int length) {
        while (!left.isEmpty() && !left.element().hasRemaining()) {
            left.remove();
        }
        if (left.isEmpty()) {
            return 0;
        }
        int count = Math.min(length, left.element().remaining());
        left.element().get(target, offset, count);
        return count;
    }

    /** Writes all there is. */
    public long write(WritableByteChannel target) throws IOException {
        Deque<ByteBuffer> buffers;
        Piece own;
        synchronized (this) {
            buffers = left;
            own = lent;
            left = new ArrayDeque<>();
            lent = null;
        }
        if (own == null) {
            return 0;
        }
        try {
            long bytes = 0;
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    reader.requireOpen(); // a channel that takes nothing is not asked for ever
                    bytes += target.write(buffer);
                }
            }
            return bytes;
        } catch (CancellationException closed) {
            throw Errors.of(closed);
        } finally {
            own.release();
        }
    }

    /** Bytes that are there. */
    public synchronized int available() {
        return left.stream().mapToInt(ByteBuffer::remaining).sum();
    }

    /** What was given so far is not needed any more. */
    public synchronized void giveBack() {
        left.clear();
        if (lent != null) {
            lent.release();
            lent = null;
        }
    }
}
