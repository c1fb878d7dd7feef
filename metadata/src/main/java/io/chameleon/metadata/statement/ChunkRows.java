package io.chameleon.metadata.statement;

import io.chameleon.core.Chunks;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.redundancy.RedundancyState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.hibernate.StatelessSession;

/**
 * Deletes the chunks of a write in a few statements, however many there are: no chunk row is read into this process.
 * Chunks that do not fit in one transaction's time are left to the sweeper, in {@code chunk_upload}, as an upload that
 * cannot continue.
 *
 * <p>The statements wait for a row that is being moved or repaired, and queue the row as deleted for the reaper; so the
 * fragments of the move are not forgotten.
 */
public final class ChunkRows {
    private static final String DELETE = """
            with gone as (
                delete from object_mapping m using (
                    select bucket, object_key from object_mapping where bucket = ? and object_key >= ? and object_key <= ?
                    order by bucket, object_key limit ?) first
                where m.bucket = first.bucket and m.object_key = first.object_key
                returning m.bucket, m.object_key, m.write_high, m.write_low, m.size_bytes, m.state,
                    coalesce(source_servers, destination_servers, servers_of(places)) as live),
            unlisted as (
                delete from server_object s using (
                    select distinct lost.server, gone.bucket, gone.object_key from gone, unnest(gone.live) as lost(server)) l
                where s.server = l.server and s.bucket = l.bucket and s.object_key = l.object_key),
            dead as (
                insert into fragment_outbox (id, server, servers, write_high, write_low, since_millis, bucket)
                select nextval('fragment_outbox_id'), lost.server, lost.servers, gone.write_high, gone.write_low, ?, ?
                from gone cross join lateral (
                    select '%1$s' as server, gone.live as servers where cardinality(gone.live) <= %2$s
                    union all
                    select each.server, null from unnest(gone.live) as each(server) where cardinality(gone.live) > %2$s) lost)
            select count(*), max(object_key), cast(coalesce(sum(size_bytes), 0) as bigint), array_agg(state) from gone
            """.formatted(Outbox.NO_SERVER, OutboxRow.MOST_SERVERS);

    private static final String LEAVE = """
            insert into chunk_upload (bucket, content_high, content_low, chunk_bytes, bytes, last_millis) values (?, ?, ?, 1, -1, 0)
            on conflict (bucket, content_high, content_low) do update set chunk_bytes = 1, bytes = -1, last_millis = 0
            """;

    /** Most chunks of one transaction: 64 GiB. */
    public static final int PAGE = 1_000;

    private static final String OF_REPAIR =
            "delete from repair_queue where bucket = ? and object_key >= ? and object_key <= ?"
                    + " returning margin, bytes, attempts";
    private static final String OF_LOG =
            "delete from epoch_log where bucket = ? and object_key >= ? and object_key <= ?";

    private ChunkRows() {}

    /**
     * Their fragments enter the outbox. If there are more than {@link #PAGE} chunks, the rest is left to the sweeper.
     */
    public static void delete(StatelessSession session, ChunkUpload.Key of, long nowMillis) {
        if (!deletePage(session, of, nowMillis, PAGE)) {
            session.doWork(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(LEAVE)) {
                    statement.setString(1, of.bucket());
                    statement.setLong(2, of.contentId().high());
                    statement.setLong(3, of.contentId().low());
                    int unused = statement.executeUpdate();
                }
            });
        }
    }

    /** Deletes the first {@code limit} chunks; returns whether these were all. */
    public static boolean deletePage(StatelessSession session, ChunkUpload.Key of, long nowMillis, int limit) {
        RepairBacklog backlog = new RepairBacklog();
        StoredRows stored = new StoredRows();
        boolean all = session.doReturningWork(connection -> {
            int count;
            String last;
            try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
                bind(statement, of);
                statement.setInt(4, limit);
                statement.setLong(5, nowMillis);
                statement.setString(6, of.bucket());
                try (ResultSet gone = statement.executeQuery()) {
                    gone.next();
                    count = gone.getInt(1);
                    last = gone.getString(2);
                    stored.add(of.bucket(), new Usage(-gone.getLong(3), 0));
                    if (count > 0) {
                        for (Short state : (Short[]) gone.getArray(4).getArray()) {
                            stored.add(RedundancyState.ofCode(state), -1);
                        }
                    }
                }
            }
            if (last != null) {
                // After the rows: a transaction that had locked one of them has written what these statements find.
                try (PreparedStatement statement = connection.prepareStatement(OF_REPAIR)) {
                    bind(statement, of, last);
                    try (ResultSet gone = statement.executeQuery()) {
                        backlog.subtract(gone);
                    }
                }
                execute(connection, OF_LOG, of, last);
            }
            return count < limit;
        });
        backlog.flush(session);
        stored.flush(session);
        return all;
    }

    private static void execute(Connection connection, String sql, ChunkUpload.Key of, String last)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, of, last);
            int unused = statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, ChunkUpload.Key of) throws SQLException {
        bind(
                statement,
                of,
                Chunks.id(of.bucket(), of.contentId(), Chunks.MAX_COUNT - 1).key());
    }

    private static void bind(PreparedStatement statement, ChunkUpload.Key of, String last) throws SQLException {
        statement.setString(1, Chunks.bucket(of.bucket()));
        statement.setString(2, Chunks.id(of.bucket(), of.contentId(), 0).key());
        statement.setString(3, last);
    }
}
