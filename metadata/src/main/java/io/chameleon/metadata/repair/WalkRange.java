package io.chameleon.metadata.repair;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.metadata.row.ObjectKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * A range of a server's objects, by id.
 *
 * @param after the id before the first; empty texts come before all
 * @param last the last id
 */
record WalkRange(ObjectKey after, ObjectKey last) {
    private static final String LASTS = """
            select bucket, object_key, n
            from (select bucket, object_key, row_number() over (order by bucket, object_key) as n, count(*) over () as objects
                from (select bucket, object_key from server_object where server = :server and (bucket, object_key) > (:bucket, :key)
                    order by server, bucket, object_key limit :most) s) s
            where n % :size = 0 or n = objects order by n
            """;

    private static final String IDS = """
            select bucket, object_key from server_object
            where server = ? and (bucket, object_key) > (?, ?) and (bucket, object_key) <= (?, ?)
            order by server, bucket, object_key
            """;

    /**
     * @param ranges disjoint, in the order of ids
     * @param next where the next page begins; null if this one is the last
     */
    record Page(List<WalkRange> ranges, @Nullable ObjectId next) {}

    /**
     * The next objects of a server's index, in ranges of equal size; the last one may be smaller.
     *
     * @param limit most objects in all
     * @param most ranges
     */
    static Page page(StatelessSession session, ServerId server, @Nullable ObjectId after, int limit, int most) {
        ObjectKey from = after == null ? new ObjectKey("", "") : ObjectKey.of(after);
        List<Object[]> lasts = session.createNativeQuery(LASTS, Object[].class)
                .setParameter("server", server.value())
                .setParameter("bucket", from.bucket())
                .setParameter("key", from.key())
                .setParameter("most", limit)
                .setParameter("size", Math.ceilDiv(limit, most))
                .getResultList();
        List<WalkRange> ranges = new ArrayList<>();
        long objects = 0;
        for (Object[] columns : lasts) {
            ObjectKey last = new ObjectKey((String) columns[0], (String) columns[1]);
            objects = ((Number) columns[2]).longValue();
            ranges.add(new WalkRange(from, last));
            from = last;
        }
        return new Page(ranges, objects < limit ? null : from.toId());
    }

    /** The index entries in this range now, in the order in which rows are locked. */
    List<ObjectKey> ids(Connection connection, ServerId server) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(IDS)) {
            statement.setString(1, server.value());
            statement.setString(2, after.bucket());
            statement.setString(3, after.key());
            statement.setString(4, last.bucket());
            statement.setString(5, last.key());
            List<ObjectKey> ids = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(new ObjectKey(rows.getString(1), rows.getString(2)));
                }
            }
            return ids;
        }
    }
}
