package io.chameleon.core.mapping;

import io.chameleon.core.Chunks;
import io.chameleon.core.WriteId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A large object on its way: its chunks that are committed, while the object's own row does not name them yet. Begins with the commit
 * of the first chunk, and ends with that of the object's row, or when its chunks are discarded or swept.
 *
 * <p>Chunks are committed in the order of their numbers, each but the last as long as the first, so the bytes tell how many there are.
 *
 * @param chunkBytes length of the first chunk
 * @param bytes of all chunks so far
 * @param lastMillis when the newest chunk was committed, by the metadata service's clock
 */
public record ChunkUpload(Key key, int chunkBytes, long bytes, long lastMillis) {
    /** @param bucket of the object */
    public record Key(String bucket, WriteId contentId) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byBucket = bucket.compareTo(other.bucket);
            return byBucket != 0 ? byBucket : contentId.compareTo(other.contentId);
        }
    }

    /** The upload that a commit belongs to; null for an object of one piece. */
    public static @Nullable Key of(Commit commit) {
        if (Chunks.isChunk(commit.id())) {
            return new Key(Chunks.userBucket(commit.id().bucket()), Chunks.contentId(commit.id()));
        }
        return commit.content().isChunked() ? new Key(commit.id().bucket(), commit.writeId()) : null;
    }

    /** What superseding or deleting {@code row} leaves behind: the chunks of this write; null if it has none. */
    public static @Nullable Key chunksOf(ObjectMapping row) {
        return row.content().isChunked()
                ? new Key(row.id().bucket(), row.content().contentId())
                : null;
    }

    /**
     * The upload once a chunk is committed.
     *
     * @param before null if there is none
     * @return null if this chunk is not the next: what came before it is gone, and so it may not be committed
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

    /** Whether these chunks are all that an object's content says it has. */
    public boolean completes(ObjectContent content) {
        return bytes == content.size() && chunkBytes == content.chunkBytes();
    }

    /**
     * Whether nobody can complete it any more. An upload that goes on commits a chunk at least each grace period, for a chunk that
     * takes longer is refused as too old; so its newest chunk tells, however many hours ago the first was written.
     */
    public boolean isAbandoned(long nowMillis, Duration grace) {
        return lastMillis < nowMillis - grace.toMillis();
    }
}
