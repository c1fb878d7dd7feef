package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.call.FailureText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Segments of a stream, read on threads that may block. */
public final class StreamSource implements SegmentSource {
    public static final long UNKNOWN_LENGTH = Long.MAX_VALUE;

    private static final int PIECE_BYTES = 64 << 10;

    /** Opens the stream at the first read. */
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;
    }

    private final Opener opener;
    private final boolean closing;
    private final int segmentBytes;
    private final long length;
    private final long expected;
    private final Executor blocking;
    private @Nullable InputStream stream;
    private long read;
    private volatile boolean exhausted;
    private volatile boolean closed;

    /**
     * @param length bytes to read, or {@link #UNKNOWN_LENGTH} for all
     * @param closing whether the stream is ours to close
     */
    public StreamSource(Opener opener, long length, boolean closing, int segmentBytes, Executor blocking) {
        this(opener, length, length == UNKNOWN_LENGTH ? UNKNOWN : length, closing, segmentBytes, blocking);
    }

    /**
     * @param expected see {@link #expectedBytes}; a stream of unknown length that ends before them, such as a file that
     *     somebody has cut, fails the write
     */
    public StreamSource(
            Opener opener, long length, long expected, boolean closing, int segmentBytes, Executor blocking) {
        this.opener = opener;
        this.length = length;
        this.expected = expected;
        this.closing = closing;
        this.segmentBytes = segmentBytes;
        this.blocking = blocking;
    }

    @Override
    public int segmentBytes() {
        return segmentBytes;
    }

    @Override
    public long expectedBytes() {
        return expected;
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        return CompletableFuture.supplyAsync(this::readSegment, blocking);
    }

    private synchronized @Nullable ByteBuffer readSegment() {
        if (exhausted) { // a file may have grown since
            return null;
        }
        try {
            int wanted = (int) Math.min(segmentBytes, length - read);
            ByteBuffer segment = readUpTo(opened(), wanted);
            int got = segment.remaining();
            read += got;
            exhausted = got < segmentBytes || read == length;
            if (got < wanted && length != UNKNOWN_LENGTH) {
                throw new IllegalArgumentException(
                        "stream: " + read + " bytes given, expected the announced " + length);
            }
            if (exhausted && read < expected && length == UNKNOWN_LENGTH) {
                throw new IOException("the file ended after " + read + " bytes of the " + expected
                        + " that it had when its write began");
            }
            return got == 0 ? null : segment;
        } catch (IOException callersOwn) {
            throw new UncheckedIOException("reading the bytes to write: " + FailureText.of(callersOwn), callersOwn);
        }
    }

    /** For a stream of unknown length, only a short segment shows the end. */
    @Override
    public boolean isExhausted() {
        return exhausted;
    }

    /**
     * Piece by piece: when a write is given up and its stream is the caller's again, at most one more piece is read.
     */
    private ByteBuffer readUpTo(InputStream in, int wanted) throws IOException {
        byte[] segment =
                SpareSegments.SHARED.arrayOf(length == UNKNOWN_LENGTH ? Math.min(wanted, PIECE_BYTES) : wanted);
        int got = 0;
        while (got < wanted) {
            requireOpen();
            if (got == segment.length) {
                byte[] longer = SpareSegments.SHARED.arrayOf((int) Math.min(wanted, 2L * got));
                System.arraycopy(segment, 0, longer, 0, got);
                SpareSegments.SHARED.give(segment);
                segment = longer;
            }
            int count = read(in, segment, got, Math.min(PIECE_BYTES, segment.length - got));
            if (count < 0) {
                break;
            }
            got += count;
        }
        return ByteBuffer.wrap(segment, 0, got);
    }

    /**
     * As {@link InputStream#read(byte[], int, int)}. A stream that gives nothing is asked for one byte, which it has to
     * wait for. The stream is the caller's code: what it throws is the caller's to see.
     */
    private static int read(InputStream in, byte[] target, int offset, int length) throws IOException {
        try {
            int count = in.read(target, offset, length);
            if (count > length) {
                throw new IOException("the stream gave " + count + " bytes, expected at most " + length);
            }
            return count == 0 ? readOne(in, target, offset) : count;
        } catch (RuntimeException thrown) {
            throw Errors.ofCaller(thrown);
        }
    }

    private static int readOne(InputStream in, byte[] target, int offset) throws IOException {
        int one = in.read();
        target[offset] = (byte) one;
        return one < 0 ? one : 1;
    }

    @Override
    public void recycle(ByteBuffer segment) {
        SpareSegments.SHARED.give(segment.array());
    }

    private void requireOpen() {
        if (closed) {
            throw new CancellationException("the write has ended");
        }
    }

    private InputStream opened() throws IOException {
        requireOpen();
        InputStream open = stream;
        if (open == null) {
            open = opener.open();
            stream = open;
        }
        return open;
    }

    /** Nothing more is read. Closing may wait for a read under way, so it runs on the threads that may block. */
    @Override
    public void close() {
        closed = true;
        if (!closing) {
            return;
        }
        try {
            blocking.execute(this::closeStream);
        } catch (RejectedExecutionException clientIsClosed) {
            closeStream();
        }
    }

    private synchronized void closeStream() {
        try (InputStream open = stream) {
            stream = null;
        } catch (IOException readOnly) {
            // No data was written through it: its bytes are all read, or the write has failed already.
        }
    }
}
