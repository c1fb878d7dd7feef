package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Some of the objects of a server, by their ids.
 *
 * @param after before the first; empty texts are before all
 * @param last of them
 */
record WalkRange(ObjectKey after, ObjectKey last) {
    private static final String LASTS = """
            select bucket, object_key, n
            from (select bucket, object_key, row_number() over (order by bucket, object_key) as n, count(*) over () as objects
                from (select bucket, object_key from server_object where server = :server and (bucket, object_key) > (:bucket, :key)
                    order by server, bucket, object_key limit :most) s) s
            where n % :size = 0 or n = objects order by n
            """;

    /**
     * @param ranges disjoint, in the order of ids
     * @param next where the page after begins; null if this one is the last
     */
    record Page(List<WalkRange> ranges, @Nullable ObjectId next) {}

    /**
     * The next objects of the index of a server, in ranges of equal size, the last one perhaps smaller.
     *
     * @param limit objects in all
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
}
