package io.chameleon.client.write;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Segments of a stream, read on threads that may wait. */
public final class StreamSource implements SegmentSource {
    public static final long UNKNOWN_LENGTH = Long.MAX_VALUE;

    /** Opens the stream at the first read. */
    @FunctionalInterface
    public interface Opener {
        InputStream open() throws IOException;
    }

    private final Opener opener;
    private final boolean closing;
    private final int segmentBytes;
    private final long length;
    private final Executor blocking;
    private @Nullable InputStream stream;
    private long read;
    private boolean closed;

    /**
     * @param length bytes to read, or {@link #UNKNOWN_LENGTH} for all
     * @param closing whether the stream is ours to close
     */
    public StreamSource(Opener opener, long length, boolean closing, int segmentBytes, Executor blocking) {
        this.opener = opener;
        this.length = length;
        this.closing = closing;
        this.segmentBytes = segmentBytes;
        this.blocking = blocking;
    }

    @Override
    public int segmentBytes() {
        return segmentBytes;
    }

    @Override
    public CompletableFuture<byte @Nullable []> next() {
        return CompletableFuture.supplyAsync(this::readSegment, blocking);
    }

    private synchronized byte @Nullable [] readSegment() {
        try {
            int wanted = (int) Math.min(segmentBytes, length - read);
            byte[] segment = length == UNKNOWN_LENGTH ? opened().readNBytes(wanted) : readUpTo(opened(), wanted);
            read += segment.length;
            if (segment.length < wanted && length != UNKNOWN_LENGTH) {
                throw new IllegalArgumentException(
                        "stream: " + read + " bytes given, expected the announced " + length);
            }
            return segment.length == 0 ? null : segment;
        } catch (IOException callersOwn) {
            throw new UncheckedIOException("reading the bytes to write: " + callersOwn.getMessage(), callersOwn);
        }
    }

    /** With the length known, one array of just that size; {@code readNBytes(int)} would gather many. */
    private static byte[] readUpTo(InputStream in, int wanted) throws IOException {
        byte[] segment = new byte[wanted];
        int got = in.readNBytes(segment, 0, wanted);
        return got == wanted ? segment : Arrays.copyOf(segment, got);
    }

    private InputStream opened() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        InputStream open = stream;
        if (open == null) {
            open = opener.open();
            stream = open;
        }
        return open;
    }

    /** Closing may wait for a read under way, so it goes to the threads that may. */
    @Override
    public void close() {
        if (closing) {
            blocking.execute(this::closeStream);
        }
    }

    private synchronized void closeStream() {
        closed = true;
        try (InputStream open = stream) {
            stream = null;
        } catch (IOException readOnly) {
            // Nothing was written through it: its bytes are all read, or the write has failed already.
        }
    }
}
