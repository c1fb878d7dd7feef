package io.chameleon.metadata.statement;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The uploads that one transaction concerns: locked at its start, before any row of {@code object_mapping}, and written
 * at its end.
 *
 * <p>A transaction that commits a chunk or a chunked object, or discards or sweeps an upload, locks its row first. So
 * these run one after the other, and reads after the lock are current. The commit of an object finds its upload
 * complete, or certainly gone; and a repeated commit that had to wait for its first try finds the object's row.
 */
public final class ChunkUploads {
    private static final String LOCK = """
            select u.bucket, u.content_high, u.content_low, u.chunk_bytes, u.bytes, u.last_millis from chunk_upload u
            join unnest(cast(? as text[]), cast(? as bigint[]), cast(? as bigint[])) as wanted(bucket, high, low)
              on u.bucket = wanted.bucket and u.content_high = wanted.high and u.content_low = wanted.low
            order by u.bucket, u.content_high, u.content_low
            for update of u
            """;

    private static final String ABANDONED = """
            select u.bucket, u.content_high, u.content_low, u.chunk_bytes, u.bytes, u.last_millis from chunk_upload u
            where u.last_millis < ? order by u.last_millis limit ?
            """;

    private static final String INSERT = """
            insert into chunk_upload (chunk_bytes, bytes, last_millis, bucket, content_high, content_low)
            values (?, ?, ?, ?, ?, ?)
            """;

    private static final String UPDATE = """
            update chunk_upload set chunk_bytes = ?, bytes = ?, last_millis = ?
            where bucket = ? and content_high = ? and content_low = ?
            """;

    private static final String DELETE =
            "delete from chunk_upload where bucket = ? and content_high = ? and content_low = ?";

    private final StatelessSession session;
    private final Map<ChunkUpload.Key, ChunkUpload> locked;
    /** Null for an upload that ends. */
    private final Map<ChunkUpload.Key, @Nullable ChunkUpload> changed = new HashMap<>();

    private ChunkUploads(StatelessSession session, Map<ChunkUpload.Key, ChunkUpload> locked) {
        this.session = session;
        this.locked = locked;
    }

    /** Locks those of the uploads that exist until the end of the transaction. Costs nothing if there are none. */
    public static ChunkUploads lock(StatelessSession session, Collection<ChunkUpload.Key> keys) {
        return new ChunkUploads(
                session,
                keys.isEmpty()
                        ? Map.of()
                        : session.doReturningWork(connection -> lock(connection, new TreeSet<>(keys))));
    }

    private static Map<ChunkUpload.Key, ChunkUpload> lock(Connection connection, Collection<ChunkUpload.Key> sorted)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            List<WriteId> contentIds =
                    sorted.stream().map(ChunkUpload.Key::contentId).toList();
            statement.setArray(1, Sql.texts(connection, sorted, ChunkUpload.Key::bucket));
            statement.setObject(2, WriteKey.highs(contentIds));
            statement.setObject(3, WriteKey.lows(contentIds));
            Map<ChunkUpload.Key, ChunkUpload> uploads = new HashMap<>();
            read(statement.executeQuery()).forEach(upload -> uploads.put(upload.key(), upload));
            return uploads;
        }
    }

    /** Uploads whose newest chunk was committed before then, oldest first; takes no lock. */
    public static List<ChunkUpload> lastTouchedBefore(StatelessSession session, long millis, int limit) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ABANDONED)) {
                statement.setLong(1, millis);
                statement.setInt(2, limit);
                return read(statement.executeQuery());
            }
        });
    }

    private static List<ChunkUpload> read(ResultSet found) throws SQLException {
        List<ChunkUpload> uploads = new ArrayList<>();
        while (found.next()) {
            ChunkUpload.Key key =
                    new ChunkUpload.Key(found.getString(1), new WriteId(found.getLong(2), found.getLong(3)));
            uploads.add(new ChunkUpload(key, found.getInt(4), found.getLong(5), found.getLong(6)));
        }
        return uploads;
    }

    /** As changed by this transaction so far. */
    @Nullable
    public ChunkUpload get(ChunkUpload.Key key) {
        return changed.containsKey(key) ? changed.get(key) : locked.get(key);
    }

    /**
     * Records the commit of a chunk or of a chunked object. Returns false if it is not allowed: earlier chunks are
     * gone.
     */
    public boolean commit(ChunkUpload.Key key, Commit commit, long nowMillis) {
        ChunkUpload before = get(key);
        if (commit.content().isChunked()) {
            boolean whole = before != null && before.completes(commit.content());
            if (whole) {
                remove(key);
            }
            return whole;
        }
        ChunkUpload after = ChunkUpload.with(before, commit, nowMillis);
        if (after != null) {
            changed.put(key, after);
        }
        return after != null;
    }

    public void remove(ChunkUpload.Key key) {
        changed.put(key, null);
    }

    /** Fails with a unique violation if another transaction has begun one of them. */
    public void flush() {
        if (!changed.isEmpty()) {
            session.doWork(connection -> {
                for (var change : changed.entrySet()) {
                    write(connection, change.getKey(), change.getValue());
                }
            });
        }
    }

    private void write(Connection connection, ChunkUpload.Key key, @Nullable ChunkUpload after) throws SQLException {
        String sql = after == null ? DELETE : locked.containsKey(key) ? UPDATE : INSERT;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int at = 0;
            if (after != null) {
                statement.setInt(++at, after.chunkBytes());
                statement.setLong(++at, after.bytes());
                statement.setLong(++at, after.lastMillis());
            }
            statement.setString(++at, key.bucket());
            statement.setLong(++at, key.contentId().high());
            statement.setLong(++at, key.contentId().low());
            int unused = statement.executeUpdate();
        }
    }
}
