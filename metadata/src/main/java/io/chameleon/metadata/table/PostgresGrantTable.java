package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.MappingStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
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
            insert into bucket (name, owner, created_millis) values (?, ?, ?)
            on conflict (name) do update set owner = excluded.owner where bucket.owner = '' and excluded.owner <> ''
            """;

    private final Transactions transactions;
    private final InstantSource clock;

    public PostgresGrantTable(Database database, InstantSource clock) {
        this.transactions = database.transactions();
        this.clock = clock;
    }

    @Override
    public @Nullable Access access(String bucket, String principal) {
        List<Access> found = transactions.query(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ACCESS)) {
                statement.setString(1, bucket);
                statement.setString(2, principal);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? List.of(Access.ofCode(row.getShort(1))) : List.of();
                }
            }
        });
        return found.isEmpty() ? null : found.getFirst();
    }

    @Override
    public boolean isUnused(String bucket) {
        return transactions.query(connection -> !isUsed(connection, bucket));
    }

    private static boolean isUsed(Connection connection, String bucket) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(USED)) {
            statement.setString(1, bucket);
            statement.setString(2, bucket);
            statement.setString(3, bucket);
            return isTrue(statement);
        }
    }

    private static boolean isTrue(PreparedStatement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery()) {
            return found.next() && found.getBoolean(1);
        }
    }

    @Override
    public boolean claim(String bucket, String principal) {
        long now = clock.millis();
        return inTransaction(connection -> {
            if (isUsed(connection, bucket)) {
                return false;
            }
            try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
                statement.setString(1, bucket);
                statement.setString(2, principal);
                statement.setLong(3, now);
                return statement.executeUpdate() > 0
                        && change(connection, bucket, principal, Access.OWNER)
                        && register(connection, bucket, principal, now);
            }
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
        try (PreparedStatement statement = connection.prepareStatement(REGISTER)) {
            statement.setString(1, bucket);
            statement.setString(2, owner);
            statement.setLong(3, now);
            int unused = statement.executeUpdate();
            return true;
        }
    }

    private static boolean change(Connection connection, String bucket, String principal, @Nullable Access access)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(access == null ? REVOKE : SET)) {
            statement.setString(1, bucket);
            statement.setString(2, principal);
            if (access != null) {
                statement.setShort(3, (short) access.code());
            }
            return statement.executeUpdate() > 0;
        }
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
        return transactions.query(connection -> {
            List<Grant> grants = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, name);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        grants.add(new Grant(row.getString(1), row.getString(2), Access.ofCode(row.getShort(3))));
                    }
                }
            }
            return List.copyOf(grants);
        });
    }

    @Override
    public Before before(WriteId writeId, ObjectId id) {
        return transactions.query(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(BEFORE)) {
                statement.setLong(1, writeId.high());
                statement.setLong(2, writeId.low());
                statement.setString(3, id.bucket());
                statement.setString(4, id.key());
                statement.setString(5, ObjectId.userBucket(id.bucket()));
                try (ResultSet found = statement.executeQuery()) {
                    found.next();
                    return new Before(found.getBoolean(1), found.getBoolean(2));
                }
            }
        });
    }
}
