package io.chameleon.metadata.bucket;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.BucketTerms;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.statement.QuotaRoom;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.statement.StoredRows;
import io.chameleon.metadata.table.FormerVersions;
import io.chameleon.metadata.table.PostgresMappingTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Quotas on PostgreSQL. Cost: one or two statements per call; {@link #recount} of a bucket reads all its rows, within
 * the statement timeout. Errors as in {@link PostgresMappingTable}; all calls may be repeated.
 */
public final class PostgresQuotaTable implements QuotaTable {
    private static final String SET = """
            insert into quota (kind, name, max_bytes, max_objects) values (?, ?, ?, ?)
            on conflict (kind, name) do update set max_bytes = excluded.max_bytes, max_objects = excluded.max_objects
            """;
    private static final String REMOVE = "delete from quota where kind = ? and name = ?";
    private static final String STATUS = """
            select of.kind, of.name, coalesce(q.max_bytes, 9223372036854775807), coalesce(q.max_objects, 9223372036854775807),
                cast(coalesce(s.bytes, 0) as bigint), cast(coalesce(s.objects, 0) as bigint)
            from (%s) of
            left join quota q on q.kind = of.kind and q.name = of.name
            left join lateral (select sum(bytes) as bytes, sum(objects) as objects from stored
                where kind = of.kind and name = of.name) s on true
            order by of.kind, of.name
            """;
    private static final String ONE = STATUS.formatted("select cast(? as smallint) as kind, cast(? as text) as name");
    private static final String ALL = STATUS.formatted("select kind, name from quota");

    private static final String USED_HERE = """
            select name, cast(sum(bytes) as bigint), cast(sum(objects) as bigint)
            from stored where kind = 2 and name = any(cast(? as text[])) and part >= 0 group by name
            """;

    /** One more part of a user's sum: what it stores in buckets of other databases. */
    private static final String SET_ELSEWHERE = """
            insert into stored (kind, name, part, bytes, objects) values (2, ?, -1, ?, ?)
            on conflict (kind, name, part) do update set bytes = excluded.bytes, objects = excluded.objects
            where (stored.bytes, stored.objects) is distinct from (excluded.bytes, excluded.objects)
            """;

    private final Database database;
    private final Transactions transactions;

    public PostgresQuotaTable(Database database) {
        this.database = database;
        this.transactions = database.transactions();
    }

    @Override
    public void setQuota(QuotaScope of, Quota quota) {
        short kind = (short) of.kind().code();
        int unused = transactions.run(session -> session.doReturningWork(connection -> quota.equals(Quota.NONE)
                ? Sql.update(connection, REMOVE, kind, of.name())
                : Sql.update(connection, SET, kind, of.name(), quota.maxBytes(), quota.maxObjects())));
    }

    @Override
    public QuotaStatus quota(QuotaScope of) {
        short kind = (short) of.kind().code();
        return transactions.query(connection -> Sql.all(connection, ONE, PostgresQuotaTable::status, kind, of.name())
                .getFirst());
    }

    @Override
    public List<QuotaStatus> quotas() {
        return transactions.query(connection -> Sql.all(connection, ALL, PostgresQuotaTable::status));
    }

    private static QuotaStatus status(ResultSet row) throws SQLException {
        return new QuotaStatus(
                new QuotaScope(QuotaScope.Kind.ofCode(row.getInt(1)), row.getString(2)),
                new Quota(row.getLong(3), row.getLong(4)),
                new Usage(row.getLong(5), row.getLong(6)));
    }

    @Override
    public void requireRoom(ObjectId id, long bytes) {
        boolean admitted = transactions.query(connection -> {
            QuotaRoom room = room(connection, id);
            Lookup found = MappingStatements.lookup(connection, database.codes(), id);
            ObjectMapping kept = FormerVersions.kept(found.mapping(), BucketTerms.versioningNow(connection, id));
            return room.admits(
                    id, new Usage(bytes, 1).minus(Usage.of(found.mapping())).plus(Usage.of(kept)));
        });
        if (!admitted) {
            throw new ChameleonError(
                    ErrorCode.QUOTA_EXCEEDED, "object " + id + ": over the quota of its bucket or owner");
        }
    }

    /** What these users store in the buckets of this database. */
    public Map<String, Usage> usedHere(Collection<String> users) {
        return transactions
                .query(connection -> Sql.all(
                        connection,
                        USED_HERE,
                        row -> Map.entry(row.getString(1), new Usage(row.getLong(2), row.getLong(3))),
                        Sql.texts(connection, users, user -> user)))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** What these users store in other databases of the mapping table: it counts against their quotas here. */
    public void setUsedElsewhere(Map<String, Usage> used) {
        int unused = transactions.run(session -> session.doReturningWork(connection -> {
            Sql.batch(connection, SET_ELSEWHERE, new TreeMap<>(used).entrySet(), (statement, user) -> {
                statement.setString(1, user.getKey());
                statement.setLong(2, user.getValue().bytes());
                statement.setLong(3, user.getValue().objects());
            });
            return used.size();
        }));
    }

    private static QuotaRoom room(Connection connection, ObjectId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(QuotaRoom.QUOTAS)) {
            QuotaRoom.bind(connection, statement, 1, List.of(id));
            return QuotaRoom.read(statement.executeQuery());
        }
    }

    @Override
    public void recount(QuotaScope of) {
        int unused = transactions.run(session -> {
            StoredRows stored = new StoredRows();
            session.doWork(connection -> {
                if (of.kind() == QuotaScope.Kind.BUCKET) {
                    stored.add(of.name(), QuotaRecount.missing(connection, of.name()));
                } else {
                    QuotaRecount.ofUser(connection, of.name());
                }
            });
            stored.flush(session);
            return 0;
        });
    }
}
