package io.chameleon.client;

import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.write.BytesSource;
import io.chameleon.client.internal.write.DescribedSource;
import io.chameleon.client.internal.write.InspectedSource;
import io.chameleon.client.internal.write.PublisherSource;
import io.chameleon.client.internal.write.SegmentSource;
import io.chameleon.client.internal.write.StreamSource;
import io.chameleon.core.Require;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where the bytes of a write come from. A source is read once, from the start, by one write. */
public final class ObjectSource {
    @FunctionalInterface
    private interface Opener {
        SegmentSource open(int segmentBytes, Executor blocking);
    }

    /** Streams of unknown length that a write has begun to read, by identity, for as long as they are referenced. */
    private static final Set<InputStream> SPENT =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Opener opener;

    private ObjectSource(Opener opener) {
        this.opener = opener;
    }

    /** The array must not change until the write is complete. */
    public static ObjectSource of(byte[] bytes) {
        Arguments.require("bytes", bytes);
        return new ObjectSource((segmentBytes, blocking) -> new BytesSource(bytes, segmentBytes));
    }

    /** Bytes [offset, offset + length) of an array, which must not change until the write is complete. */
    public static ObjectSource of(byte[] bytes, int offset, int length) {
        Arguments.require("bytes", bytes);
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new ObjectSource(
                (segmentBytes, blocking) -> new BytesSource(bytes, offset, offset + length, segmentBytes));
    }

    /**
     * Everything up to the end of the stream, which stays open. A stream that cannot be rewound serves one write. A
     * second write, as after a failure, is an {@link io.chameleon.client.error.InvalidRequestException}, because it
     * would store only the rest. This is not detected for streams that can be rewound (see
     * {@link InputStream#markSupported}): rewind the stream, or give the length.
     */
    public static ObjectSource of(InputStream stream) {
        Arguments.require("stream", stream);
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
        Arguments.require("stream", stream);
        Require.that(length >= 0, "length of the stream", length, "0 or more bytes");
        return new ObjectSource(
                (segmentBytes, blocking) -> new StreamSource(() -> stream, length, false, segmentBytes, blocking));
    }

    /**
     * A file, up to where it ends when it is read; one that has become shorter meanwhile fails the write, since it is
     * neither what it was nor what it will be.
     */
    public static ObjectSource of(Path file) {
        Arguments.require("file", file);
        return new ObjectSource((segmentBytes, blocking) -> new StreamSource(
                () -> Files.newInputStream(file),
                StreamSource.UNKNOWN_LENGTH,
                size(file),
                true,
                segmentBytes,
                blocking));
    }

    /** Bytes [offset, offset + length) of a file; one that ends before them fails the write. */
    public static ObjectSource of(Path file, long offset, long length) {
        Arguments.require("file", file);
        Require.that(offset >= 0, "offset in the file", offset, "0 or more bytes");
        Require.that(length >= 0, "length of the range", length, "0 or more bytes");
        return new ObjectSource((segmentBytes, blocking) -> new StreamSource(
                () -> Channels.newInputStream(Files.newByteChannel(file).position(offset)),
                length,
                true,
                segmentBytes,
                blocking));
    }

    /**
     * Everything that a publisher gives, without a thread that waits for it. An error of the publisher fails the write
     * with that error, and nothing is committed. The end of the write, as by cancelling its future, cancels the
     * subscription.
     *
     * <p>The write subscribes when it is ready for the first byte; one that fails before that never does. It asks for
     * one buffer at a time, and only while there is room, so it holds at most two segments. A buffer may be reused once
     * {@code onNext} returns. A publisher that serves several subscribers may supply several writes.
     */
    public static ObjectSource of(Flow.Publisher<ByteBuffer> publisher) {
        Arguments.require("publisher", publisher);
        return new ObjectSource(
                (segmentBytes, blocking) -> new PublisherSource(publisher, SegmentSource.UNKNOWN, segmentBytes));
    }

    /**
     * As {@link #of(Flow.Publisher)}; fewer or more than {@code length} bytes fail the write. It waits for the end of
     * the publisher also after the last byte, so that the publisher may still refuse them all.
     */
    public static ObjectSource of(Flow.Publisher<ByteBuffer> publisher, long length) {
        Arguments.require("publisher", publisher);
        Require.that(length >= 0, "length of the publisher", length, "0 or more bytes");
        return new ObjectSource((segmentBytes, blocking) -> new PublisherSource(publisher, length, segmentBytes));
    }

    /**
     * The same bytes, with user metadata that is known only at their end, such as a digest. The supplier is asked once,
     * after the last byte was read and before the object is committed; it must not wait. Its pairs join those of the
     * options, in whose place they come if the keys are the same; the bound is one for all. If it throws, the write
     * fails with that exception, and nothing is committed.
     */
    public ObjectSource describedAtEnd(Supplier<Map<String, String>> userMetadata) {
        Arguments.require("userMetadata", userMetadata);
        return new ObjectSource(
                (segmentBytes, blocking) -> new DescribedSource(opener.open(segmentBytes, blocking), userMetadata));
    }

    /**
     * The same bytes, which are shown to an inspector before they are stored, some MiB at a time and in order; one that
     * computes a digest is an example. Each buffer is an array that it may read until its stage completes, and must not
     * change; the next one comes after that. The write waits for the stage. If that fails, or the inspector throws, the
     * write fails with the same exception, and nothing is committed. The inspector itself must not wait: it may be
     * called on a thread of the network.
     */
    public ObjectSource inspectedBy(Function<ByteBuffer, CompletionStage<Void>> inspector) {
        Arguments.require("inspector", inspector);
        return new ObjectSource(
                (segmentBytes, blocking) -> new InspectedSource(opener.open(segmentBytes, blocking), inspector));
    }

    /** A file that cannot be opened is reported when it is read. */
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
