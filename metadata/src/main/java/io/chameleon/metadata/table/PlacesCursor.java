package io.chameleon.metadata.table;

import io.chameleon.metadata.database.UpgradeWindow;
import io.chameleon.metadata.row.ObjectKey;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * How far {@link PlacesCheck} is, in the order of keys: the row of {@code server_object_check}, locked.
 *
 * @param after the last key that was checked
 * @param passCounts whether the pass began after the {@link UpgradeWindow}
 */
record PlacesCursor(StatelessSession session, ObjectKey after, boolean passCounts) {
    /** Null if another process has it. */
    static @Nullable PlacesCursor lock(StatelessSession session) {
        List<Object[]> cursor = session.createNativeQuery(
                        "select bucket, object_key, pass_counts from server_object_check where id = 1 for update skip locked",
                        Object[].class)
                .getResultList();
        return cursor.isEmpty()
                ? null
                : new PlacesCursor(session, key(cursor.getFirst()), (Boolean) cursor.getFirst()[2]);
    }

    private static ObjectKey key(Object[] columns) {
        return new ObjectKey((String) columns[0], (String) columns[1]);
    }

    /** The keys of the next objects. */
    List<ObjectKey> next(int limit) {
        return session
                .createNativeQuery(
                        "select bucket, object_key from object_mapping where (bucket, object_key) > (:bucket, :key)"
                                + " order by bucket, object_key limit :most",
                        Object[].class)
                .setParameter("bucket", after.bucket())
                .setParameter("key", after.key())
                .setParameter("most", limit)
                .getResultList()
                .stream()
                .map(PlacesCursor::key)
                .toList();
    }

    void move(ObjectKey to, int wrongCodes) {
        int unused = session.createNativeMutationQuery(
                        "update server_object_check set bucket = :bucket, object_key = :key, found = found + :wrong"
                                + " where id = 1")
                .setParameter("bucket", to.bucket())
                .setParameter("key", to.key())
                .setParameter("wrong", wrongCodes)
                .executeUpdate();
    }

    /** The next pass begins. */
    void restart(boolean counts, boolean settles, boolean compact, int wrongCodes) {
        int unused = session.createNativeMutationQuery("""
                        update server_object_check set bucket = '', object_key = '', found = found + :wrong,
                            pass_counts = :counts, settled = settled or :settles, compact = compact or :compact
                        where id = 1
                        """)
                .setParameter("wrong", wrongCodes)
                .setParameter("counts", counts)
                .setParameter("settles", settles)
                .setParameter("compact", compact)
                .executeUpdate();
    }
}
