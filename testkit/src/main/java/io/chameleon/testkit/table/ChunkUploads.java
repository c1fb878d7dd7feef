package io.chameleon.testkit.table;

import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The uploads of {@link InMemoryMappingTable}. Not thread-safe. */
final class ChunkUploads {
    private final Map<ChunkUpload.Key, ChunkUpload> open = new TreeMap<>();

    /**
     * Records the commit of a chunk or of a chunked object. Returns false if it is not allowed: earlier chunks are
     * gone.
     */
    boolean commit(ChunkUpload.Key key, Commit commit, long nowMillis) {
        ChunkUpload before = open.get(key);
        if (commit.content().isChunked()) {
            return before != null && before.completes(commit.content()) && open.remove(key, before);
        }
        ChunkUpload after = ChunkUpload.with(before, commit, nowMillis);
        if (after != null) {
            open.put(key, after);
        }
        return after != null;
    }

    @Nullable
    ChunkUpload remove(ChunkUpload.Key key) {
        return open.remove(key);
    }

    boolean isOpen(String bucket) {
        return open.keySet().stream().anyMatch(upload -> upload.bucket().equals(bucket));
    }

    List<ChunkUpload> abandoned(long nowMillis, Duration grace, int limit) {
        return open.values().stream()
                .filter(upload -> upload.isAbandoned(nowMillis, grace))
                .sorted(Comparator.comparingLong(ChunkUpload::lastMillis))
                .limit(limit)
                .toList();
    }
}
