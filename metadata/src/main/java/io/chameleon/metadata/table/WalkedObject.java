package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.RepairTask;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An object with a live fragment on a server that is gone, as it was read without a lock.
 *
 * @param isQueued whether anything of its damage is known
 * @param isKnown whether it is known that the fragment on that server is missing
 * @param lost bytes of that fragment
 * @param row what will be known of its damage
 */
record WalkedObject(long version, long modifiedMillis, boolean isQueued, boolean isKnown, long lost, RepairRow row) {
    private static final String READ = """
            select s.bucket, s.object_key, m.version, m.write_high, m.write_low, m.size_bytes, m.segment_bytes, m.chunk_bytes,
                coalesce(m.source_scheme, m.destination_scheme), m.modified_millis,
                array_position(coalesce(m.source_servers, m.destination_servers), s.server) - 1, q.missing, q.since_millis
            from server_object s
            join lateral (
                select * from object_mapping where bucket = s.bucket and object_key = s.object_key offset 0) m on true
            left join lateral (
                select missing, since_millis from repair_queue
                where m.degraded and bucket = s.bucket and object_key = s.object_key offset 0) q on true
            where s.server = ? and (s.bucket, s.object_key) > (?, ?) and (s.bucket, s.object_key) <= (?, ?)
            order by s.server, s.bucket, s.object_key
            """;

    /** In the order of their ids. What the index of servers names and is not live there is left out. */
    static List<WalkedObject> read(Connection connection, ServerId server, WalkRange range, long nowMillis)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setString(1, server.value());
            statement.setString(2, range.after().bucket());
            statement.setString(3, range.after().key());
            statement.setString(4, range.last().bucket());
            statement.setString(5, range.last().key());
            List<WalkedObject> objects = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    boolean isLive = rows.getObject(11) != null;
                    if (isLive) {
                        objects.add(of(rows, nowMillis));
                    }
                }
            }
            return objects;
        }
    }

    private static WalkedObject of(ResultSet at, long nowMillis) throws SQLException {
        WriteId writeId = new WriteId(at.getLong(4), at.getLong(5));
        ObjectContent content = new ObjectContent(writeId, at.getLong(6), at.getInt(7), at.getInt(8), 0, "", Map.of());
        RedundancyScheme scheme = RedundancyScheme.parse(at.getString(9));
        int index = at.getInt(11);
        Set<Integer> missing = new TreeSet<>(indexes(at.getArray(12)));
        long since = at.getLong(13);
        boolean isQueued = !at.wasNull();
        boolean isKnown = !missing.add(index);
        RepairRow row = RepairRow.of(
                new ObjectKey(at.getString(1), at.getString(2)),
                WriteKey.of(writeId),
                content,
                scheme,
                List.copyOf(missing),
                isQueued ? since : nowMillis);
        return new WalkedObject(
                at.getLong(3),
                at.getLong(10),
                isQueued,
                isKnown,
                RepairTask.bytes(content, scheme, List.of(index)),
                row);
    }

    private static List<Integer> indexes(@Nullable Array array) throws SQLException {
        return array == null ? List.of() : List.of((Integer[]) array.getArray());
    }
}
