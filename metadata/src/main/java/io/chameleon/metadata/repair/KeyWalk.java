package io.chameleon.metadata.repair;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.Places;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects of a server, page by page in the order of their ids, by the codes of servers in the index of keys
 * ({@link Places}). Cost: the entries of that index, most of which need no row; {@link #MOST_READ} in one statement, so
 * a page may end before it is full.
 */
final class KeyWalk {
    /** Entries of one statement: a fraction of a second, in a cluster of any size. */
    private static final int MOST_READ = 100_000;

    /** Both limits are parameters: of a number the plan knows that a small table has no more, and sorts all of it. */
    private static final String PAGE = """
            select bucket, object_key, hit, n
            from (select bucket, object_key, (places is null or position(:code in places) > 0) as hit,
                    row_number() over (order by bucket, object_key) as n
                from (select bucket, object_key, places from object_mapping where (bucket, object_key) > (:bucket, :key)
                    order by bucket, object_key limit :read) k) k
            where hit or n = :read order by bucket, object_key limit :most
            """;

    private KeyWalk() {}

    /**
     * @param ids of objects that may be on the server, in their order: those whose codes are not known, or that are on
     *     a server of the same code, are not
     * @param next where the next page begins; null if this one is the last
     */
    record Page(List<ObjectKey> ids, @Nullable ObjectId next) {
        /** The ids in parts of equal size; the last may be smaller. */
        List<List<ObjectKey>> parts(int size) {
            List<List<ObjectKey>> parts = new ArrayList<>();
            for (int from = 0; from < ids.size(); from += size) {
                parts.add(ids.subList(from, Math.min(ids.size(), from + size)));
            }
            return parts;
        }
    }

    /**
     * @param after null at the beginning
     * @param limit most objects
     */
    static Page page(StatelessSession session, ServerId server, @Nullable ObjectId after, int limit) {
        List<Object[]> found = session.createNativeQuery(PAGE, Object[].class)
                .setParameter("code", Places.code(server))
                .setParameter("bucket", after == null ? "" : after.bucket())
                .setParameter("key", after == null ? "" : after.key())
                .setParameter("read", MOST_READ)
                .setParameter("most", limit)
                .getResultList();
        List<ObjectKey> ids = new ArrayList<>(found.size());
        boolean more = found.size() == limit;
        for (Object[] columns : found) {
            if ((Boolean) columns[2]) {
                ids.add(key(columns));
            }
            more |= ((Number) columns[3]).longValue() == MOST_READ;
        }
        return new Page(ids, more ? key(found.getLast()).toId() : null);
    }

    private static ObjectKey key(Object[] columns) {
        return new ObjectKey((String) columns[0], (String) columns[1]);
    }
}
