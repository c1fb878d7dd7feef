package io.chameleon.metadata.bucket;

import io.chameleon.core.Slices;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of slices in the registry of one database. The row of the whole bucket is what counts, those of its slices
 * are copies: a commit reads them in its transaction. A copy never takes the place of a newer one.
 */
public final class SliceRegistry {
    /**
     * A bucket's row, as slices copy it.
     *
     * @param claimant whose quota counts what is stored; "" if nobody's does
     * @param marked whether the settings say that the bucket is sliced
     * @param revision rises with each change, also when the bucket is deleted and made again
     */
    public record Row(
            String owner,
            String claimant,
            long createdMillis,
            RedundancyPolicy policy,
            String settings,
            boolean marked,
            long revision) {
        /** The same, newer than another. */
        public Row after(long other) {
            return new Row(owner, claimant, createdMillis, policy, settings, marked, Math.max(revision, other) + 1);
        }
    }

    private static final String READ = """
            select owner, coalesce(principal, ''), created_millis, policy, settings, settings ->> '%s' is not null,
                revision
            from bucket left join bucket_claim on bucket_claim.bucket = bucket.name where name = ?
            """.formatted(Slices.SETTING);

    private static final String REVISIONS = "select name, revision from bucket where name = any(cast(? as text[]))";

    private static final String WRITE = """
            insert into bucket (name, owner, created_millis, policy, settings, revision)
            values (?, ?, ?, ?, cast(? as jsonb), ?)
            on conflict (name) do update set owner = excluded.owner, created_millis = excluded.created_millis,
                policy = excluded.policy, settings = excluded.settings, revision = excluded.revision
            where bucket.revision < excluded.revision
            """;

    private static final String UNCLAIM = "delete from bucket_claim where bucket = ?";

    private static final String MARK = """
            update bucket set settings = settings || jsonb_build_object('%1$s', '%2$s'), revision = revision + 1
            where name = ? and settings ->> '%1$s' is null
            """.formatted(Slices.SETTING, Slices.COUNT);

    private static final String RAISE = "update bucket set revision = ? where name = ? and revision < ?";

    private static final String UPLOADING = "select name from bucket where position('" + Slices.MARK
            + "' in name) > 0 and exists (select 1 from multipart_upload where multipart_upload.bucket = name) order by name";

    private static final String REVISION = "select revision from bucket where name = ? for update";

    private final Transactions transactions;

    public SliceRegistry(Database database) {
        this.transactions = database.transactions();
    }

    /** Null if the bucket is not registered here. */
    public @Nullable Row read(String bucket) {
        return transactions.query(connection -> Sql.all(connection, READ, SliceRegistry::row, bucket)).stream()
                .findFirst()
                .orElse(null);
    }

    /** As {@link #read}, as users see it. */
    public @Nullable BucketInfo find(String bucket) {
        return transactions
                .query(connection -> PostgresBucketTable.found(connection, PostgresBucketTable.FIND, bucket))
                .stream()
                .findFirst()
                .orElse(null);
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                RedundancyPolicy.ofCode(row.getShort(4)),
                row.getString(5),
                row.getBoolean(6),
                row.getLong(7));
    }

    /** Of those of these buckets that are registered here. */
    public Map<String, Long> revisions(List<String> buckets) {
        return transactions
                .query(connection -> Sql.all(
                        connection,
                        REVISIONS,
                        row -> Map.entry(row.getString(1), row.getLong(2)),
                        Sql.texts(connection, buckets, bucket -> bucket)))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /**
     * Enters the row for all of these buckets, in one transaction, unless there is a newer one. The claimant's quota
     * counts what is stored in them from now on.
     *
     * @return whether each was entered
     */
    public List<Boolean> write(List<String> buckets, Row row) {
        return inTransaction(connection -> {
            List<Boolean> written = new ArrayList<>();
            for (String bucket : buckets) {
                written.add(write(connection, bucket, row));
            }
            return written;
        });
    }

    /** Enters the row of a whole bucket that has lost it, unless there is a newer one, and lets its owner in. */
    public boolean restore(String bucket, Row row) {
        return inTransaction(connection -> {
            boolean written = write(connection, bucket, row);
            if (written && !row.owner().isEmpty()) {
                int unused = Sql.update(
                        connection, PostgresBucketTable.GRANT, bucket, row.owner(), (short) Access.OWNER.code());
            }
            return written;
        });
    }

    private static boolean write(Connection connection, String bucket, Row row) throws SQLException {
        int written = Sql.update(
                connection,
                WRITE,
                bucket,
                row.owner(),
                row.createdMillis(),
                (short) row.policy().code(),
                row.settings(),
                row.revision());
        if (written > 0) {
            int unused = row.claimant().isEmpty()
                    ? Sql.update(connection, UNCLAIM, bucket)
                    : Sql.update(connection, PostgresBucketTable.CLAIM, bucket, row.claimant(), row.createdMillis());
        }
        return written > 0;
    }

    /** Notes in the settings of a bucket that it is sliced, if it is registered. */
    public void mark(String bucket) {
        int unused = transactions.run(
                session -> session.doReturningWork(connection -> Sql.update(connection, MARK, bucket)));
    }

    /** Makes a bucket's row newer than any copy of that revision. */
    public void raise(String bucket, long above) {
        int unused = transactions.run(session ->
                session.doReturningWork(connection -> Sql.update(connection, RAISE, above + 1, bucket, above + 1)));
    }

    /** Whether each slice holds an object or an open upload. */
    public List<Boolean> inUse(List<String> slices) {
        return transactions.query(connection -> {
            List<Boolean> inUse = new ArrayList<>();
            for (String slice : slices) {
                inUse.add(BucketDeletion.isInUse(connection, slice));
            }
            return inUse;
        });
    }

    /** The slices here that have an open upload. */
    public List<String> uploading() {
        return transactions.query(connection -> Sql.all(connection, UPLOADING, row -> row.getString(1)));
    }

    /** Deletes the rows of a slice that holds nothing, unless its row is newer than this revision. */
    public void delete(String slice, long revision) {
        boolean unused = inTransaction(connection -> {
            BucketDeletion.lock(connection, slice);
            List<Long> current = Sql.all(connection, REVISION, row -> row.getLong(1), slice);
            boolean old = !current.isEmpty() && current.getFirst() <= revision;
            if (old && !BucketDeletion.isInUse(connection, slice)) {
                BucketDeletion.delete(connection, slice);
            }
            return old;
        });
    }

    private <T> T inTransaction(Transactions.Query<T> work) {
        return transactions.run(session -> session.doReturningWork(work::run));
    }
}
