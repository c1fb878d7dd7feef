package io.chameleon.metadata.bucket;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The grants on PostgreSQL. Directly on the driver, as {@link MappingStatements} are, since users' requests wait for
 * these.
 */
public final class PostgresGrantTable implements GrantTable {
    private static final String ACCESS = "select access from bucket_grant where bucket = ? and principal = ?";
    private static final String USED = """
            select exists (select 1 from bucket_claim where bucket = ?)
                or exists (select 1 from bucket_grant where bucket = ?)
                or exists (select 1 from object_mapping where bucket = ?)
            """;
    private static final String CLAIM =
            "insert into bucket_claim (bucket, principal, since_millis) values (?, ?, ?) on conflict do nothing";
    private static final String SET = """
            insert into bucket_grant (bucket, principal, access) values (?, ?, ?)
            on conflict (bucket, principal) do update set access = excluded.access
            """;
    private static final String REVOKE = "delete from bucket_grant where bucket = ? and principal = ?";
    private static final String OF_BUCKET =
            "select bucket, principal, access from bucket_grant where bucket = ? order by principal";
    private static final String OF_PRINCIPAL =
            "select bucket, principal, access from bucket_grant where principal = ? order by bucket";
    private static final String BEFORE = """
            select exists (select 1 from object_mapping
                    where write_high = ? and write_low = ? and not (bucket = ? and object_key = ?)),
                exists (select 1 from bucket where name = ?)
            """;
    private static final String REGISTER = """
            insert into bucket (name, owner, created_millis, revision) values (?, ?, ?, ?)
            on conflict (name) do update set owner = excluded.owner, revision = greatest(bucket.revision + 1, excluded.revision) where bucket.owner = '' and excluded.owner <> ''
            """;

    private final Transactions transactions;
    private final InstantSource clock;

    public PostgresGrantTable(Database database, InstantSource clock) {
        this.transactions = database.transactions();
        this.clock = clock;
    }

    @Override
    public @Nullable Access access(String bucket, String principal) {
        List<Access> found = transactions.query(
                connection -> Sql.all(connection, ACCESS, row -> Access.ofCode(row.getShort(1)), bucket, principal));
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public boolean isUnused(String bucket) {
        return transactions.query(connection -> !isUsed(connection, bucket));
    }

    private static boolean isUsed(Connection connection, String bucket) throws SQLException {
        return Sql.all(connection, USED, row -> row.getBoolean(1), bucket, bucket, bucket)
                .getFirst();
    }

    @Override
    public boolean claim(String bucket, String principal) {
        long now = clock.millis();
        return inTransaction(connection -> {
            if (isUsed(connection, bucket)) {
                return false;
            }
            return Sql.update(connection, CLAIM, bucket, principal, now) > 0
                    && change(connection, bucket, principal, Access.OWNER)
                    && register(connection, bucket, principal, now);
        });
    }

    @Override
    public void set(String bucket, String principal, @Nullable Access access) {
        long now = clock.millis();
        boolean unused = inTransaction(connection -> change(connection, bucket, principal, access)
                && access != null
                && register(connection, bucket, access == Access.OWNER ? principal : "", now));
    }

    /** Always true, so that it can end a chain of changes. */
    private static boolean register(Connection connection, String bucket, String owner, long now) throws SQLException {
        int unused = Sql.update(connection, REGISTER, bucket, owner, now, now);
        return true;
    }

    private static boolean change(Connection connection, String bucket, String principal, @Nullable Access access)
            throws SQLException {
        int changed = access == null
                ? Sql.update(connection, REVOKE, bucket, principal)
                : Sql.update(connection, SET, bucket, principal, (short) access.code());
        return changed > 0;
    }

    private boolean inTransaction(Transactions.Query<Boolean> work) {
        return transactions.run(session -> session.doReturningWork(work::run));
    }

    @Override
    public List<Grant> ofBucket(String bucket) {
        return grants(OF_BUCKET, bucket);
    }

    @Override
    public List<Grant> ofPrincipal(String principal) {
        return grants(OF_PRINCIPAL, principal);
    }

    private List<Grant> grants(String sql, String name) {
        return List.copyOf(transactions.query(connection -> Sql.all(
                connection,
                sql,
                row -> new Grant(row.getString(1), row.getString(2), Access.ofCode(row.getShort(3))),
                name)));
    }

    /** One statement, by index. */
    @Override
    public Before before(WriteId writeId, ObjectId id, boolean proven) {
        return transactions.query(connection -> Sql.all(
                        connection,
                        BEFORE,
                        found -> new Before(found.getBoolean(1), found.getBoolean(2)),
                        writeId.high(),
                        writeId.low(),
                        id.bucket(),
                        id.key(),
                        ObjectId.userBucket(id.bucket()))
                .getFirst());
    }
}
