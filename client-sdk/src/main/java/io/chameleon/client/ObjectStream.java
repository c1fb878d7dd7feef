package io.chameleon.client;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.internal.call.Waiting;
import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.read.Piece;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object, or of a range of it, as they arrive; two segments are fetched ahead. Reads block, and throw
 * {@link ChameleonException}: {@link ObjectChangedException} if the version disappears meanwhile, a
 * {@link io.chameleon.client.error.DataUnavailableException} in place of the end of the stream if the whole object does
 * not match its checksum. Bytes read before an exception are a correct beginning; every later read throws the same
 * exception. Close the stream unless it was read to its end, or its requests keep running and its memory is not given
 * back. For one thread at a time; another one may close it, which ends a read that waits.
 *
 * <p>Bytes stay in the buffers that the network left them in until they are read: each is copied once.
 */
public final class ObjectStream extends InputStream {
    private final ObjectReader reader;
    private boolean ended;
    private @Nullable RuntimeException failure;

    // Guarded by this: whoever closes the stream gives the buffers back.
    private @Nullable LentBytes lent;
    private Deque<ByteBuffer> left = new ArrayDeque<>();

    ObjectStream(ObjectReader reader) {
        this.reader = reader;
    }

    /** The version being read; certain once the first byte has been read. */
    public ObjectInfo info() {
        return ObjectInfo.of(reader.row());
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        do {
            int count = copy(target, offset, length);
            if (count > 0) {
                return count;
            }
        } while (fetch());
        return -1;
    }

    /**
     * Writes all bytes that are left to a channel, from where they are. Blocks as the channel does.
     *
     * @return their number
     * @throws IOException the channel's, of which nobody knows how many bytes it took; the stream is closed then
     */
    public long transferTo(WritableByteChannel target) throws IOException {
        long bytes = 0;
        do {
            bytes += write(target);
        } while (fetch());
        return bytes;
    }

    private long write(WritableByteChannel target) throws IOException {
        Deque<ByteBuffer> buffers;
        LentBytes own;
        synchronized (this) {
            buffers = left;
            own = lent;
            left = new ArrayDeque<>();
            lent = null;
        }
        if (own == null) {
            return 0;
        }
        try (own) {
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
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public synchronized int available() {
        return left.stream().mapToInt(ByteBuffer::remaining).sum();
    }

    @Override
    public void close() {
        reader.close();
        giveBack();
    }

    /** What there is at once; 0 if it is time to {@link #fetch}. */
    private synchronized int copy(byte[] target, int offset, int length) {
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

    private synchronized void giveBack() {
        left.clear();
        if (lent != null) {
            lent.close();
            lent = null;
        }
    }

    /** Whether there is more. Bytes that failed are not requested again, so reading past them would leave a hole. */
    private boolean fetch() {
        giveBack();
        if (failure != null) {
            throw failure;
        }
        if (ended) {
            return false;
        }
        try {
            Piece next = Waiting.onStep(reader.next());
            if (next == null) {
                ended = true;
                reader.close();
                return false;
            }
            take(next);
            return true;
        } catch (RuntimeException first) {
            failure = first;
            reader.close();
            throw first;
        }
    }

    private synchronized void take(Piece next) {
        try {
            reader.requireOpen();
            lent = LentBytes.of(next);
            left = new ArrayDeque<>(lent.buffers());
        } catch (CancellationException e) {
            throw Errors.of(e);
        }
    }

    /** Whether nothing is in flight any more. */
    boolean isOver() {
        return reader.isClosed();
    }
}
