package io.chameleon.metadata.table;

import io.chameleon.core.Chunks;
import io.chameleon.core.mapping.ChunkUpload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.hibernate.StatelessSession;

/**
 * Deletes all chunks of a write, in three statements however many there are: none of them comes into this process.
 *
 * <p>A row that is being moved or repaired is waited for, and what is queued for the reaper is the row as it is deleted; so the
 * fragments of the move are not forgotten.
 */
final class ChunkRows {
    private static final String DELETE = """
            with gone as (
                delete from object_mapping where bucket = ? and object_key >= ? and object_key <= ?
                returning write_high, write_low, coalesce(source_servers, destination_servers) as live)
            insert into fragment_outbox (id, server, write_high, write_low, since_millis)
            select nextval('fragment_outbox_id'), lost.server, gone.write_high, gone.write_low, ?
            from gone, unnest(gone.live) as lost(server)
            """;

    private static final String OF_REPAIR =
            "delete from repair_queue where bucket = ? and object_key >= ? and object_key <= ?";
    private static final String OF_LOG =
            "delete from epoch_log where bucket = ? and object_key >= ? and object_key <= ?";

    private ChunkRows() {}

    /** Their fragments enter the outbox. */
    static void delete(StatelessSession session, ChunkUpload.Key of, long nowMillis) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
                bind(statement, of);
                statement.setLong(4, nowMillis);
                int unused = statement.executeUpdate();
            }
            // After the rows: whoever had one of them locked has written what these find.
            execute(connection, OF_REPAIR, of);
            execute(connection, OF_LOG, of);
        });
    }

    private static void execute(Connection connection, String sql, ChunkUpload.Key of) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, of);
            int unused = statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, ChunkUpload.Key of) throws SQLException {
        statement.setString(1, Chunks.bucket(of.bucket()));
        statement.setString(2, Chunks.id(of.bucket(), of.contentId(), 0).key());
        statement.setString(
                3, Chunks.id(of.bucket(), of.contentId(), Chunks.MAX_COUNT - 1).key());
    }
}
