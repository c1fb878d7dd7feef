package io.chameleon.core.mapping;

import io.chameleon.core.Chunks;
import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.Utf8;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * What a client wrote, wherever it is stored.
 *
 * @param contentId write id of the client's write; stays when the balancer moves the object in bulk, so it serves as
 *     entity tag
 * @param size bytes of the object, in at most {@link FragmentId#MAX_SEGMENT} + 1 segments
 * @param segmentBytes bytes of each segment but the last
 * @param chunkBytes 0 if the object is one run of segments; else the size of its chunks ({@link Chunks}) but the last.
 *     Each chunk has a row and segments of its own, and this row has no segments
 * @param extents 0, or the number of {@link io.chameleon.core.upload.Extent}s that the object is composed of. This row
 *     then has no segments, and says {@link #MAX_SEGMENT_BYTES} as their size; its components have their own
 * @param crc32c CRC-32C of the whole object
 * @param contentType media type as the client gave it, at most {@link #MAX_CONTENT_TYPE_BYTES}
 * @param userMetadata small pairs the client keeps with the object, at most {@link #MAX_USER_METADATA_BYTES} of UTF-8
 *     in all; the last chunk has a few more ({@link WholeObject})
 */
public record ObjectContent(
        WriteId contentId,
        long size,
        int segmentBytes,
        int chunkBytes,
        int extents,
        int crc32c,
        String contentType,
        Map<String, String> userMetadata) {

    /** 8 MiB (docs/architecture.md, "Nouns"). */
    public static final int MAX_SEGMENT_BYTES = 8 << 20;

    /** As many as a multipart upload has parts. */
    public static final int MAX_EXTENTS = 10_000;

    public static final int MAX_CONTENT_TYPE_BYTES = 255;
    public static final int MAX_USER_METADATA_BYTES = 8 << 10;
    private static final long MAX_SEGMENTS = FragmentId.MAX_SEGMENT + 1L;

    public ObjectContent {
        Require.that(
                segmentBytes >= 1 && segmentBytes <= MAX_SEGMENT_BYTES,
                "segment size",
                segmentBytes,
                "1 to " + MAX_SEGMENT_BYTES + " bytes");
        if (size < 0 || size > MAX_SEGMENTS * segmentBytes) {
            throw Require.violation(
                    "object size",
                    size,
                    "0 to " + MAX_SEGMENTS * segmentBytes + " bytes in segments of " + segmentBytes);
        }
        boolean chunksFit = chunkBytes == 0
                || chunkBytes >= segmentBytes
                        && chunkBytes <= Chunks.MAX_BYTES
                        && chunkBytes % segmentBytes == 0
                        && chunkBytes < size
                        && size <= (long) Chunks.MAX_COUNT * chunkBytes;
        if (!chunksFit) {
            throw Require.violation(
                    "chunk size of an object of " + size + " bytes in segments of " + segmentBytes,
                    chunkBytes,
                    "0, or whole segments, at most " + Chunks.MAX_BYTES + " bytes, 2 to " + Chunks.MAX_COUNT
                            + " chunks");
        }
        boolean extentsFit = extents == 0
                || extents > 0 && extents <= MAX_EXTENTS && chunkBytes == 0 && segmentBytes == MAX_SEGMENT_BYTES;
        Require.that(
                extentsFit,
                "extents of an object in segments of " + segmentBytes + " and chunks of " + chunkBytes,
                extents,
                "0, or up to " + MAX_EXTENTS + " of an object without segments and chunks");
        Require.that(
                Utf8.isStorable(contentType, MAX_CONTENT_TYPE_BYTES),
                "content type",
                contentType,
                "at most " + MAX_CONTENT_TYPE_BYTES + " bytes of UTF-8 without NUL");
        userMetadata = Map.copyOf(userMetadata);
        // A text that the database cannot hold would fail the whole transaction, including other clients' commits.
        requireMetadata(userMetadata, MAX_USER_METADATA_BYTES + WholeObject.MOST_ADDED_BYTES);
    }

    /** For an object that is one run of segments. */
    public ObjectContent(
            WriteId contentId,
            long size,
            int segmentBytes,
            int crc32c,
            String contentType,
            Map<String, String> userMetadata) {
        this(contentId, size, segmentBytes, 0, 0, crc32c, contentType, userMetadata);
    }

    /** For an object that is not composed. */
    public ObjectContent(
            WriteId contentId,
            long size,
            int segmentBytes,
            int chunkBytes,
            int crc32c,
            String contentType,
            Map<String, String> userMetadata) {
        this(contentId, size, segmentBytes, chunkBytes, 0, crc32c, contentType, userMetadata);
    }

    /** The same bytes, described otherwise. */
    public ObjectContent described(String type, Map<String, String> pairs) {
        return new ObjectContent(contentId, size, segmentBytes, chunkBytes, extents, crc32c, type, pairs);
    }

    /** The same version, its bytes in extents of components. */
    public ObjectContent composedOf(int count) {
        return new ObjectContent(contentId, size, MAX_SEGMENT_BYTES, 0, count, crc32c, contentType, userMetadata);
    }

    /** Throws unless users may store these pairs with an object. */
    public static void requireUserMetadata(Map<String, String> pairs) {
        requireMetadata(pairs, MAX_USER_METADATA_BYTES);
    }

    private static void requireMetadata(Map<String, String> pairs, int mostBytes) {
        Require.that(
                Utf8.isStorable(joined(pairs), mostBytes),
                "user metadata keys",
                pairs.keySet(),
                "at most " + mostBytes + " bytes of UTF-8 in all, without NUL");
    }

    /** Each text is terminated before the next begins, so that two halves of a surrogate pair cannot join. */
    private static String joined(Map<String, String> pairs) {
        StringBuilder all = new StringBuilder();
        pairs.forEach((key, value) -> all.append(key).append('=').append(value).append('\n'));
        return all.toString();
    }

    /** Whether the bytes are in chunks, and this row has no segments and so no fragments. */
    public boolean isChunked() {
        return chunkBytes > 0;
    }

    /** Whether the bytes are those of components, and this row has no segments and so no fragments. */
    public boolean isComposed() {
        return extents > 0;
    }

    /** Whether the bytes are in other rows, chunks or components: this one has no segments and nothing to move. */
    public boolean isInPieces() {
        return isChunked() || isComposed();
    }

    /** The number of chunks; 0 if the object is not chunked. */
    public int chunks() {
        return isChunked() ? Math.toIntExact((size + chunkBytes - 1) / chunkBytes) : 0;
    }

    /**
     * The number of segments. An empty object has none and so no fragments; nor has one in pieces, which have them.
     */
    public int segments() {
        return isInPieces() ? 0 : Math.toIntExact((size + segmentBytes - 1) / segmentBytes);
    }

    /** Bytes of a segment, 0 to {@link #segments()} - 1; only the last may be shorter than {@link #segmentBytes}. */
    public int segmentLength(int segment) {
        return (int) Math.min(segmentBytes, size - (long) segment * segmentBytes);
    }

    /**
     * Whether the server of fragment {@code index} holds any of the object: not if there are no segments, or if the
     * fragment is padding, which is possible only in an object's only segment.
     */
    public boolean isStored(RedundancyScheme scheme, int index) {
        return segments() > 0 && !scheme.isPadding(index, segmentLength(0));
    }

    /** Bytes of fragment {@code index} over all segments under {@code scheme}: what its server holds of the object. */
    public long fragmentBytes(RedundancyScheme scheme, int index) {
        return overSegments(length -> scheme.isPadding(index, length) ? 0 : scheme.fragmentBytes(length));
    }

    /** Flash pages of fragment {@code index} of each segment. */
    public long fragmentPages(RedundancyScheme scheme, int index, int pageBytes) {
        return overSegments(length -> scheme.fragmentPages(index, length, pageBytes));
    }

    private long overSegments(IntUnaryOperator ofSegment) {
        int segments = segments();
        return segments == 0
                ? 0
                : (segments - 1L) * ofSegment.applyAsInt(segmentBytes)
                        + ofSegment.applyAsInt(segmentLength(segments - 1));
    }
}
