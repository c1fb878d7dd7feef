package io.chameleon.core.mapping;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The upload of a large object in progress: its committed chunks, while the object's own row does not name them yet. It
 * begins with the commit of the first chunk. It ends with the commit of the object's row, or when its chunks are
 * discarded or swept.
 *
 * <p>Chunks are committed in order, and all but the last are as long as the first, so the bytes tell how many there
 * are.
 *
 * @param chunkBytes length of the first chunk
 * @param bytes of all chunks so far
 * @param lastMillis when the newest chunk was committed, by the metadata service's clock
 */
public record ChunkUpload(Key key, int chunkBytes, long bytes, long lastMillis) {
    /** @param bucket of the object or component, as users see it */
    public record Key(String bucket, WriteId contentId) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byBucket = bucket.compareTo(other.bucket);
            return byBucket != 0 ? byBucket : contentId.compareTo(other.contentId);
        }
    }

    /** The upload that a commit belongs to; null for an object without chunks. */
    public static @Nullable Key of(Commit commit) {
        if (Chunks.isChunk(commit.id())) {
            return new Key(ObjectId.userBucket(commit.id().bucket()), Chunks.contentId(commit.id()));
        }
        return commit.content().isChunked()
                ? new Key(ObjectId.userBucket(commit.id().bucket()), commit.writeId())
                : null;
    }

    /** The chunks that superseding or deleting {@code row} leaves behind; null if there are none. */
    public static @Nullable Key chunksOf(ObjectMapping row) {
        return row.content().isChunked()
                ? new Key(ObjectId.userBucket(row.id().bucket()), row.content().contentId())
                : null;
    }

    /**
     * The upload once a chunk is committed.
     *
     * @param before null if there is none
     * @return null if this chunk is not the next: earlier chunks are gone, so it may not be committed
     */
    public static @Nullable ChunkUpload with(@Nullable ChunkUpload before, Commit chunk, long nowMillis) {
        int number = Chunks.number(chunk.id());
        long size = chunk.content().size();
        if (before == null) {
            Key key = of(chunk);
            return key != null && number == 0 && size <= Chunks.MAX_BYTES
                    ? new ChunkUpload(key, (int) size, size, nowMillis)
                    : null;
        }
        boolean next = before.bytes == (long) number * before.chunkBytes && size <= before.chunkBytes;
        return next ? new ChunkUpload(before.key, before.chunkBytes, before.bytes + size, nowMillis) : null;
    }

    /** Whether these chunks are all the chunks of an object's content. */
    public boolean completes(ObjectContent content) {
        return bytes == content.size() && chunkBytes == content.chunkBytes();
    }

    /**
     * Whether the upload can no longer be completed. An active upload commits a chunk at least every grace period,
     * since a slower chunk is refused as too old. So only the age of its newest chunk matters.
     */
    public boolean isAbandoned(long nowMillis, Duration grace) {
        return lastMillis < nowMillis - grace.toMillis();
    }
}
