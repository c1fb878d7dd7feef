package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.database.UpgradeWindow;
import io.chameleon.metadata.row.MappingRow;
import io.chameleon.metadata.row.Places;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.StatelessSession;

/**
 * The statements that every read and write of an object waits for, directly on the driver. Hibernate maps the same
 * columns ({@link MappingRow}) for rarer work. But it resolves a native query and analyses an update anew each time,
 * which costs several times as much as the statement.
 *
 * <p>Cost: each method one round trip, however many rows. The driver prepares each statement once per connection.
 */
public final class MappingStatements {
    /** One round trip for both: every read of an object waits for this. */
    private static final String LOOKUP = """
            select m.*, b.policy as bucket_policy, b.scheme_rep, b.scheme_ec
            from (select cast(? as text) as bucket) asked
            left join bucket b on b.name = asked.bucket
            left join object_mapping m on m.bucket = asked.bucket and m.object_key = ?
            """;

    /** Row by row, see {@link Outbox#ROWS}. */
    static final String LOOKUPS = """
            select m.*, b.policy as bucket_policy, b.scheme_rep, b.scheme_ec
            from unnest(cast(? as text[]), cast(? as text[])) with ordinality as asked(bucket, object_key, place)
            left join lateral (select policy, scheme_rep, scheme_ec from bucket where name = asked.bucket offset 0) b on true
            left join lateral (
                select * from object_mapping where bucket = asked.bucket and object_key = asked.object_key offset 0) m on true
            order by asked.place
            """;

    /** Row by row as in {@link Outbox#ROWS}; the lock keeps it so, and with it the order of the ids. */
    static final String LOCK = """
            select m.* from unnest(cast(? as text[]), cast(? as text[])) as wanted(bucket, object_key)
            cross join lateral (
                select * from object_mapping where bucket = wanted.bucket and object_key = wanted.object_key
                for update) m
            """;

    private static final String LOCK_AND_TERMS = LOCK + ";" + BucketTerms.SQL;

    private static final String INSERT = "insert into object_mapping (places, " + MappingColumns.NAMES + ") values (?, "
            + MappingColumns.PLACES + ")";

    private static final String UPDATE = "update object_mapping set places = ?, " + MappingColumns.ASSIGNMENTS
            + " where bucket = ? and object_key = ?";

    private static final String DELETE = "delete from object_mapping where bucket = ? and object_key = ?";

    private MappingStatements() {}

    /** The row, if it exists, and the policy and schemes of its bucket. */
    public static Lookup lookup(Connection connection, ServerCodes codes, ObjectId id) throws SQLException {
        MappingReader reader = new MappingReader(codes);
        return Sql.all(connection, LOOKUP, found -> looked(found, reader), id.bucket(), id.key())
                .getFirst();
    }

    /** As {@link #lookup(Connection, ServerCodes, ObjectId)}. */
    public static Lookup lookup(StatelessSession session, ObjectId id) {
        return session.doReturningWork(connection -> lookup(connection, ServerCodes.of(session), id));
    }

    /** As {@link #lookup(Connection, ServerCodes, ObjectId)}, in the order of the ids, in one round trip. */
    public static List<Lookup> lookup(Connection connection, ServerCodes codes, List<ObjectId> ids)
            throws SQLException {
        MappingReader reader = new MappingReader(codes);
        try (PreparedStatement statement = connection.prepareStatement(LOOKUPS)) {
            bindIds(connection, statement, 1, ids);
            List<Lookup> lookups = new ArrayList<>(ids.size());
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    lookups.add(looked(found, reader));
                }
            }
            return lookups;
        }
    }

    private static Lookup looked(ResultSet found, MappingReader reader) throws SQLException {
        short policy = found.getShort("bucket_policy");
        RedundancyPolicy initial = found.wasNull() ? RedundancyPolicy.EC : RedundancyPolicy.ofCode(policy);
        boolean exists = found.getString("object_key") != null;
        return new Lookup(
                exists ? reader.row(found) : null,
                initial,
                BucketSchemes.of(found.getString("scheme_rep"), found.getString("scheme_ec")));
    }

    /** Locked rows, and the terms of their buckets. */
    public record Locked(Map<ObjectId, ObjectMapping> rows, BucketTerms terms) {}

    /** Locks the rows that exist, in the order of the ids, until the end of the transaction. */
    public static Map<ObjectId, ObjectMapping> lock(StatelessSession session, List<ObjectId> sorted) {
        MappingReader reader = MappingReader.of(session);
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
                bindIds(connection, statement, 1, sorted);
                return rows(statement.executeQuery(), reader);
            }
        });
    }

    /** As {@link #lock}, and reads the terms of the buckets, in one round trip. */
    public static Locked lockWithTerms(StatelessSession session, List<ObjectId> sorted) {
        MappingReader reader = MappingReader.of(session);
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(LOCK_AND_TERMS)) {
                bindIds(connection, statement, 1, sorted);
                BucketTerms.bind(connection, statement, 3, sorted);
                statement.execute();
                Map<ObjectId, ObjectMapping> locked = rows(statement.getResultSet(), reader);
                statement.getMoreResults();
                return new Locked(locked, BucketTerms.read(statement.getResultSet()));
            }
        });
    }

    static void bindIds(Connection connection, PreparedStatement statement, int first, List<ObjectId> ids)
            throws SQLException {
        statement.setArray(first, Sql.texts(connection, ids, ObjectId::bucket));
        statement.setArray(first + 1, Sql.texts(connection, ids, ObjectId::key));
    }

    static Map<ObjectId, ObjectMapping> rows(ResultSet found, MappingReader reader) throws SQLException {
        Map<ObjectId, ObjectMapping> rows = new HashMap<>();
        while (found.next()) {
            ObjectMapping row = reader.row(found);
            rows.put(row.id(), row);
        }
        return rows;
    }

    /** Fails with a unique violation if another transaction has created one of them. */
    public static void insert(StatelessSession session, Collection<ObjectMapping> rows) {
        write(session, INSERT, rows);
    }

    /** The rows are locked, so they exist. */
    public static void update(StatelessSession session, Collection<ObjectMapping> rows) {
        write(session, UPDATE, rows);
    }

    private static void write(StatelessSession session, String sql, Collection<ObjectMapping> rows) {
        if (rows.isEmpty()) {
            return;
        }
        UpgradeWindow window = UpgradeWindow.of(session);
        boolean placed = window.isOver();
        ServerCodes codes = placed && window.allowsCompact() ? ServerCodes.of(session) : null;
        session.doWork(connection -> Sql.batch(connection, sql, rows, (statement, row) -> {
            statement.setBytes(1, placed ? Places.of(row.live().servers()) : null);
            MappingColumns.bind(connection, statement, 2, row, codes);
        }));
    }

    /** The rows are locked, so they exist. */
    public static void delete(StatelessSession session, Collection<ObjectId> ids) {
        if (!ids.isEmpty()) {
            session.doWork(connection -> Sql.batch(connection, DELETE, ids, (statement, id) -> {
                statement.setString(1, id.bucket());
                statement.setString(2, id.key());
            }));
        }
    }
}
