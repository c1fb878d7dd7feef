package io.chameleon.client;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.internal.call.Waiting;
import io.chameleon.client.internal.read.ObjectReader;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object, or of a range of it, as they arrive; two segments are fetched ahead. Reads block, and throw
 * {@link ChameleonException}: {@link ObjectChangedException} if the version disappears meanwhile, a
 * {@link io.chameleon.client.error.DataUnavailableException} in place of the end of the stream if the whole object does
 * not match its checksum. Bytes read before an exception are a correct beginning; every later read throws the same
 * exception. Close the stream unless it was read to its end, or its requests keep running. For one thread at a time.
 */
public final class ObjectStream extends InputStream {
    private static final byte[] NOTHING = {};

    private final ObjectReader reader;
    private byte[] chunk = NOTHING;
    private int position;
    private boolean ended;
    private @Nullable RuntimeException failure;

    ObjectStream(ObjectReader reader) {
        this.reader = reader;
    }

    /** The version being read; certain once the first byte has been read. */
    public ObjectInfo info() {
        return ObjectInfo.of(reader.row());
    }

    @Override
    public int read() {
        return hasBytes() ? chunk[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (!hasBytes()) {
            return -1;
        }
        int count = Math.min(length, chunk.length - position);
        System.arraycopy(chunk, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public int available() {
        return chunk.length - position;
    }

    @Override
    public void close() {
        reader.close();
    }

    private boolean hasBytes() {
        while (position == chunk.length && !ended) {
            byte[] next = next();
            ended = next == null;
            chunk = next == null ? NOTHING : next;
            position = 0;
        }
        return position < chunk.length;
    }

    /** The bytes that failed are not requested again, so reading past them would leave a hole. */
    private byte @Nullable [] next() {
        if (failure != null) {
            throw failure;
        }
        try {
            byte[] next = Waiting.onStep(reader.nextArray());
            if (next == null) {
                reader.close();
            }
            return next;
        } catch (RuntimeException first) {
            failure = first;
            reader.close();
            throw first;
        }
    }

    /** Whether nothing is in flight any more. */
    boolean isOver() {
        return reader.isClosed();
    }
}
