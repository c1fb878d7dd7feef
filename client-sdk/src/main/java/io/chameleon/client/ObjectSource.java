package io.chameleon.client;

import io.chameleon.client.write.BytesSource;
import io.chameleon.client.write.SegmentSource;
import io.chameleon.client.write.StreamSource;
import io.chameleon.core.Require;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;

/** Where the bytes of a write come from. A source is read once, from the start, by one write. */
public final class ObjectSource {
    @FunctionalInterface
    private interface Opener {
        SegmentSource open(int segmentBytes, Executor blocking);
    }

    /** Streams without a known length that a write has begun to read, by identity, as long as somebody holds them. */
    private static final Set<InputStream> SPENT =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Opener opener;

    private ObjectSource(Opener opener) {
        this.opener = opener;
    }

    /** The array must not change until the write is complete. */
    public static ObjectSource of(byte[] bytes) {
        return new ObjectSource((segmentBytes, blocking) -> new BytesSource(bytes, segmentBytes));
    }

    /**
     * Everything up to the end of the stream, which stays open. A stream that cannot be rewound is good for one write: a second, as
     * after a failure, is an {@link io.chameleon.client.error.InvalidRequestException}, for it would store what the first has left. Of
     * one that can be (see {@link InputStream#markSupported}) nobody can tell: rewind it, or give the length.
     */
    public static ObjectSource of(InputStream stream) {
        return new ObjectSource((segmentBytes, blocking) ->
                new StreamSource(() -> fresh(stream), StreamSource.UNKNOWN_LENGTH, false, segmentBytes, blocking));
    }

    private static InputStream fresh(InputStream stream) {
        if (!stream.markSupported() && !SPENT.add(stream)) {
            throw new IllegalArgumentException(
                    "stream: one that an earlier write has read given, expected a fresh one, or its length beside it");
        }
        return stream;
    }

    /** Exactly {@code length} bytes of the stream, which stays open; a stream that ends before them fails the write. */
    public static ObjectSource of(InputStream stream, long length) {
        Require.that(length >= 0, "length of the stream", length, "0 or more bytes");
        return new ObjectSource(
                (segmentBytes, blocking) -> new StreamSource(() -> stream, length, false, segmentBytes, blocking));
    }

    /** A file. */
    public static ObjectSource of(Path file) {
        return new ObjectSource((segmentBytes, blocking) -> new StreamSource(
                () -> Files.newInputStream(file),
                StreamSource.UNKNOWN_LENGTH,
                size(file),
                true,
                segmentBytes,
                blocking));
    }

    /** What cannot be opened is told when it is read. */
    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : SegmentSource.UNKNOWN;
        } catch (IOException e) {
            return SegmentSource.UNKNOWN;
        }
    }

    SegmentSource open(int segmentBytes, Executor blocking) {
        return opener.open(segmentBytes, blocking);
    }
}
