package io.chameleon.metadata.bucket;

import io.chameleon.core.Slices;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.BucketRows;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.table.PostgresMappingTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The registry of buckets on PostgreSQL. Cost: one to three statements per call, seven for a deletion. Errors besides
 * those of the port as in {@link PostgresMappingTable}.
 */
public final class PostgresBucketTable implements BucketTable {
    /** A slice is no bucket of users. */
    private static final String NO_SLICE = "position('" + Slices.MARK + "' in name) = 0 ";

    static final String FIND = BucketRows.SELECT + "where name = ?";
    private static final String LIST = BucketRows.SELECT + "where name > ? and " + NO_SLICE + "order by name limit ?";
    private static final String LIST_OWN =
            BucketRows.SELECT + "where owner = ? and name > ? and " + NO_SLICE + "order by name limit ?";
    /** Reads all buckets that follow, by their index, if few are wanted. */
    private static final String LIST_AGING = BucketRows.SELECT + "where name > ? and " + NO_SLICE
            + "and (settings ->> '" + LifecycleRules.SETTING + "' is not null or exists"
            + " (select 1 from multipart_upload where multipart_upload.bucket = name)) order by name limit ?";

    private static final String LIST_WITH_SCHEMES = BucketRows.SELECT + "where name > ? and " + NO_SLICE
            + "and (scheme_rep is not null or scheme_ec is not null) order by name limit ?";

    private static final String LOCK = FIND + " for update";
    private static final String INSERT =
            "insert into bucket (name, owner, created_millis, settings, revision) values (?, ?, ?, cast(? as jsonb), ?) on conflict (name) do nothing";
    static final String CLAIM = """
            insert into bucket_claim (bucket, principal, since_millis) values (?, ?, ?)
            on conflict (bucket) do update set principal = excluded.principal, since_millis = excluded.since_millis
            """;
    static final String GRANT = """
            insert into bucket_grant (bucket, principal, access) values (?, ?, ?)
            on conflict (bucket, principal) do update set access = excluded.access
            """;
    private static final String CONFIGURE =
            "update bucket set settings = cast(? as jsonb), revision = greatest(revision + 1, ?) where name = ?";

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
                    || Sql.update(
                                    connection,
                                    INSERT,
                                    name,
                                    owner,
                                    created.createdMillis(),
                                    BucketRows.json(settings),
                                    created.createdMillis())
                            == 0) {
                throw new ChameleonError(ErrorCode.BUCKET_EXISTS, "bucket " + name + " exists already");
            }
            if (!owner.isEmpty()) {
                int unusedClaim = Sql.update(connection, CLAIM, name, owner, created.createdMillis());
                int unusedGrant = Sql.update(connection, GRANT, name, owner, (short) Access.OWNER.code());
            }
            return created;
        });
    }

    @Override
    public void delete(String name) {
        long now = clock.millis();
        boolean unused = inTransaction(connection -> {
            BucketDeletion.lock(connection, name);
            if (found(connection, FIND, name).isEmpty() && !BucketRows.adopt(connection, name, now)) {
                throw notFound(name);
            }
            BucketDeletion.delete(connection, name);
            return true;
        });
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
            int unused = Sql.update(connection, CONFIGURE, BucketRows.json(after.settings()), now, name);
            return after;
        });
    }

    private static ChameleonError notFound(String name) {
        return new ChameleonError(ErrorCode.BUCKET_NOT_FOUND, "no bucket " + name);
    }

    private <T> T inTransaction(Transactions.Query<T> work) {
        return transactions.run(session -> session.doReturningWork(work::run));
    }

    static List<BucketInfo> found(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = Sql.prepared(connection, sql, parameters)) {
            return BucketRows.read(statement);
        }
    }
}
