package io.chameleon.metadata.table;

import io.chameleon.metadata.row.ObjectKey;
import java.util.List;
import org.hibernate.StatelessSession;

/** Stores the keys of former versions beside their bytes, which a process of an earlier build left out. */
final class FormerNames {
    /** By content id, of which {@code object_version} has an index. A component of that content is named by it. */
    private static final String UNNAMED = """
            select m.bucket, m.object_key, v.object_key as of
            from (select bucket, object_key, coalesce(content_high, write_high) as content_high,
                      coalesce(content_low, write_low) as content_low
                  from object_mapping where (bucket, object_key) > (:bucket, :key) and (bucket, object_key) <= (:lastBucket, :lastKey)
                      and bucket like '%+parts' and version_of = '') m
            cross join lateral (
                select object_key from object_version
                where bucket = left(m.bucket, -length('+parts')) and content_high = m.content_high and content_low = m.content_low
                    and not marker offset 0) v
            where m.object_key = lpad(to_hex(m.content_high), 16, '0') || lpad(to_hex(m.content_low), 16, '0')
            """;

    private static final String NAME = "update object_mapping set version_of = :of"
            + " where bucket = :bucket and object_key = :key and version_of = ''";

    private FormerNames() {}

    /** Of the components after one key up to another. */
    static void store(StatelessSession session, ObjectKey after, ObjectKey last) {
        List<Object[]> unnamed = session.createNativeQuery(UNNAMED, Object[].class)
                .setParameter("bucket", after.bucket())
                .setParameter("key", after.key())
                .setParameter("lastBucket", last.bucket())
                .setParameter("lastKey", last.key())
                .getResultList();
        for (Object[] version : unnamed) {
            int unused = session.createNativeMutationQuery(NAME)
                    .setParameter("bucket", version[0])
                    .setParameter("key", version[1])
                    .setParameter("of", version[2])
                    .executeUpdate();
        }
    }
}
