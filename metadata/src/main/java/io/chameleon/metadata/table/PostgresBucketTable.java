package io.chameleon.metadata.table;

import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.BucketRows;
import io.chameleon.metadata.statement.StoredRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The registry of buckets on PostgreSQL. Cost: one to three statements per call, seven for a deletion. Errors besides
 * those of the port as in {@link PostgresMappingTable}.
 *
 * <p>What is in a bucket, for a deletion, are its objects and open uploads. Chunks that belong to neither are being
 * swept, and do not keep their bucket.
 */
public final class PostgresBucketTable implements BucketTable {
    private static final String FIND = BucketRows.SELECT + "where name = ?";
    private static final String LIST = BucketRows.SELECT + "where name > ? order by name limit ?";
    private static final String LIST_OWN = BucketRows.SELECT + "where owner = ? and name > ? order by name limit ?";
    /** Reads all buckets that follow, by their index, if few are wanted. */
    private static final String LIST_AGING = BucketRows.SELECT + "where name > ? and (settings ->> '"
            + LifecycleRules.SETTING + "' is not null or exists"
            + " (select 1 from multipart_upload where multipart_upload.bucket = name)) order by name limit ?";

    private static final String LIST_WITH_SCHEMES = BucketRows.SELECT
            + "where name > ? and (scheme_rep is not null or scheme_ec is not null) order by name limit ?";

    private static final String LOCK = FIND + " for update";
    private static final String INSERT =
            "insert into bucket (name, owner, created_millis, settings) values (?, ?, ?, cast(? as jsonb)) on conflict (name) do nothing";
    private static final String CLAIM = """
            insert into bucket_claim (bucket, principal, since_millis) values (?, ?, ?)
            on conflict (bucket) do update set principal = excluded.principal, since_millis = excluded.since_millis
            """;
    private static final String GRANT = """
            insert into bucket_grant (bucket, principal, access) values (?, ?, ?)
            on conflict (bucket, principal) do update set access = excluded.access
            """;
    private static final String CONFIGURE = "update bucket set settings = cast(? as jsonb) where name = ?";

    /** All, and so those of commits that are under way: see {@link BucketRows}. */
    private static final String LOCK_STORED = """
            insert into stored (kind, name, part, bytes, objects)
            select 1, cast(? as text), cast(of.part as smallint), 0, 0 from generate_series(0, ?) as of(part)
            order by of.part
            on conflict (kind, name, part) do update set bytes = stored.bytes
            """;

    private static final String IN_USE = """
            select exists (select 1 from object_mapping where bucket = ?)
                or exists (select 1 from chunk_upload where bucket = ? and bytes >= 0)
                or exists (select 1 from multipart_upload where bucket = ?)
                or exists (select 1 from object_version where bucket = ?)
            """;

    /** Chunks that are still to be swept no longer count against the owner. */
    private static final String GIVE_BACK = """
            insert into stored (kind, name, part, bytes, objects)
            select 2, c.principal, 0, cast(-sum(s.bytes) as bigint), cast(-sum(s.objects) as bigint)
            from bucket_claim c join stored s on s.kind = 1 and s.name = c.bucket
            where c.bucket = ? group by c.principal having sum(s.bytes) <> 0 or sum(s.objects) <> 0
            on conflict (kind, name, part) do update set bytes = stored.bytes + excluded.bytes,
                objects = stored.objects + excluded.objects
            """;

    /**
     * Nothing is stored, so the parts add up to nothing, unless chunks are still to be swept: these subtract theirs.
     */
    private static final String UNREGISTER = "update stored set registered = false where kind = 1 and name = ?";

    private static final String DROP_STORED = """
            delete from stored where kind = 1 and name = ?
                and (select sum(bytes) = 0 and sum(objects) = 0 from stored where kind = 1 and name = ?)
            """;
    private static final List<String> DELETES = List.of(
            "delete from bucket where name = ?",
            "delete from bucket_claim where bucket = ?",
            "delete from bucket_grant where bucket = ?");

    private final Transactions transactions;
    private final InstantSource clock;

    public PostgresBucketTable(Database database, InstantSource clock) {
        this.transactions = database.transactions();
        this.clock = clock;
    }

    @Override
    public BucketInfo create(String name, String owner, Map<String, String> settings) {
        BucketInfo created = BucketInfo.created(name, owner, clock.millis(), settings);
        return inTransaction(connection -> {
            boolean inUse = BucketRows.adopt(connection, name, created.createdMillis());
            if (inUse
                    || execute(connection, INSERT, name, owner, created.createdMillis(), BucketRows.json(settings))
                            == 0) {
                throw new ChameleonError(ErrorCode.BUCKET_EXISTS, "bucket " + name + " exists already");
            }
            if (!owner.isEmpty()) {
                int unusedClaim = execute(connection, CLAIM, name, owner, created.createdMillis());
                int unusedGrant = execute(connection, GRANT, name, owner, (short) Access.OWNER.code());
            }
            return created;
        });
    }

    @Override
    public void delete(String name) {
        long now = clock.millis();
        boolean unused = inTransaction(connection -> {
            int unusedLock = execute(connection, LOCK_STORED, name, StoredRows.PARTS - 1);
            if (found(connection, FIND, name).isEmpty() && !BucketRows.adopt(connection, name, now)) {
                throw notFound(name);
            }
            if (isInUse(connection, name)) {
                throw new ChameleonError(
                        ErrorCode.BUCKET_NOT_EMPTY, "bucket " + name + " holds objects or an open upload");
            }
            int unusedBack = execute(connection, GIVE_BACK, name);
            for (String delete : DELETES) {
                int unusedRows = execute(connection, delete, name);
            }
            return execute(connection, DROP_STORED, name, name) > 0 || execute(connection, UNREGISTER, name) > 0;
        });
    }

    private static boolean isInUse(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(IN_USE)) {
            bind(statement, name, name, name, name);
            try (ResultSet found = statement.executeQuery()) {
                return found.next() && found.getBoolean(1);
            }
        }
    }

    @Override
    public @Nullable BucketInfo find(String name) {
        long now = clock.millis();
        List<BucketInfo> found = transactions.query(connection -> {
            List<BucketInfo> known = found(connection, FIND, name);
            return known.isEmpty() && BucketRows.adopt(connection, name, now) ? found(connection, FIND, name) : known;
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public List<BucketInfo> list(@Nullable String owner, String after, int limit) {
        return transactions.query(connection -> owner == null
                ? found(connection, LIST, after, limit)
                : found(connection, LIST_OWN, owner, after, limit));
    }

    @Override
    public List<BucketInfo> listAging(String after, int limit) {
        return transactions.query(connection -> found(connection, LIST_AGING, after, limit));
    }

    @Override
    public List<BucketInfo> listWithSchemes(String after, int limit) {
        return transactions.query(connection -> found(connection, LIST_WITH_SCHEMES, after, limit));
    }

    @Override
    public BucketInfo configure(String name, Map<String, @Nullable String> changes) {
        long now = clock.millis();
        return inTransaction(connection -> {
            List<BucketInfo> before = found(connection, LOCK, name);
            if (before.isEmpty() && BucketRows.adopt(connection, name, now)) {
                before = found(connection, LOCK, name);
            }
            if (before.isEmpty()) {
                throw notFound(name);
            }
            BucketInfo after = before.getFirst().configured(changes);
            int unused = execute(connection, CONFIGURE, BucketRows.json(after.settings()), name);
            return after;
        });
    }

    private static ChameleonError notFound(String name) {
        return new ChameleonError(ErrorCode.BUCKET_NOT_FOUND, "no bucket " + name);
    }

    private <T> T inTransaction(Transactions.Query<T> work) {
        return transactions.run(session -> session.doReturningWork(work::run));
    }

    private static List<BucketInfo> found(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return BucketRows.read(statement);
        }
    }

    private static int execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }
}
