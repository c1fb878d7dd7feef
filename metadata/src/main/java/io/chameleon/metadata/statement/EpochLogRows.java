package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.metadata.row.EpochLogRow;
import java.util.List;
import org.hibernate.StatelessSession;

/** The table {@code epoch_log}: what happened to objects beside their clients' writes. */
public final class EpochLogRows {
    /** Entries of the log that one transaction deletes. */
    public static final int COMPACTED_AT_ONCE = 10_000;

    /** The limit is no parameter: of an unknown one the plan would expect a tenth of the log. */
    private static final String COMPACT = """
        delete from epoch_log l using (
            select bucket, object_key, version from epoch_log where epoch <= :epoch order by epoch limit %s) old
        where l.bucket = old.bucket and l.object_key = old.object_key and l.version = old.version
        """.formatted(COMPACTED_AT_ONCE);

    private EpochLogRows() {}

    /** Of an object, from the oldest on. */
    public static List<EpochLogEntry> of(StatelessSession session, ObjectId id) {
        return session
                .createSelectionQuery(
                        "from EpochLogRow e where e.id.bucket = :bucket and e.id.key = :key order by e.id.version",
                        EpochLogRow.class)
                .setParameter("bucket", id.bucket())
                .setParameter("key", id.key())
                .getResultList()
                .stream()
                .map(EpochLogRow::toEntry)
                .toList();
    }

    /** Of an object that is deleted. */
    public static void drop(StatelessSession session, ObjectId id) {
        session.createMutationQuery("delete from EpochLogRow e where e.id.bucket = :bucket and e.id.key = :key")
                .setParameter("bucket", id.bucket())
                .setParameter("key", id.key())
                .executeUpdate();
    }

    /** Deletes up to {@link #COMPACTED_AT_ONCE} entries of an epoch and those before it; returns how many. */
    public static int compact(StatelessSession session, long epoch) {
        return session.createNativeMutationQuery(COMPACT)
                .setParameter("epoch", epoch)
                .executeUpdate();
    }
}
