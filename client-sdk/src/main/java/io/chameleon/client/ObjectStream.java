package io.chameleon.client;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.internal.call.Waiting;
import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.read.Piece;
import io.chameleon.client.internal.transfer.StreamBuffers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object, or of a range of it, as they arrive; two segments are fetched ahead. Reads block, and throw
 * {@link ChameleonException}: {@link ObjectChangedException} if the version disappears meanwhile, a
 * {@link io.chameleon.client.error.DataUnavailableException} in place of the end of the stream if the whole object does
 * not match its checksum. Bytes read before an exception are a correct beginning; every later read throws the same
 * exception. Close the stream unless it was read to its end, or its requests keep running and its memory is not given
 * back until the garbage collector finds it, which a warning tells. For one thread at a time; another one may close it,
 * which ends a read that waits.
 *
 * <p>Bytes stay in the buffers that the network left them in until they are read: each is copied once.
 */
public final class ObjectStream extends InputStream {
    private final ObjectReader reader;
    private final StreamBuffers buffers;
    private final Cleaner.Cleanable forgotten;
    private boolean ended;
    private @Nullable RuntimeException failure;

    ObjectStream(ObjectReader reader) {
        this.reader = reader;
        this.buffers = new StreamBuffers(reader);
        this.forgotten = buffers.clearAfter(this);
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
            int count = buffers.copy(target, offset, length);
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
        try {
            return buffers.write(target);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public int available() {
        return buffers.available();
    }

    @Override
    public void close() {
        reader.close();
        forgotten.clean();
    }

    /** Whether there is more. Bytes that failed are not requested again, so reading past them would leave a hole. */
    private boolean fetch() {
        buffers.giveBack();
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
                close();
                return false;
            }
            buffers.take(next);
            return true;
        } catch (RuntimeException first) {
            failure = first;
            close();
            throw first;
        }
    }

    /** Whether nothing is in flight any more. */
    boolean isOver() {
        return reader.isClosed();
    }
}
