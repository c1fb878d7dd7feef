package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The quotas of some buckets, and what is stored there: as committed when they were read, plus this transaction's
 * changes since. Uncommitted changes of other transactions are not included.
 */
public final class QuotaRoom {
    /** Reads sums only for scopes with a quota. */
    public static final String QUOTAS = """
            select of.bucket, of.kind, of.name, q.max_bytes, q.max_objects, s.bytes, s.objects
            from (select asked.bucket, 1 as kind, asked.bucket as name from unnest(cast(? as text[])) as asked(bucket)
                  union all
                  select o.bucket, 2, o.principal from bucket_claim o where o.bucket = any(cast(? as text[]))) of
            join quota q on q.kind = of.kind and q.name = of.name
            cross join lateral (
                select cast(coalesce(sum(bytes), 0) as bigint) as bytes, cast(coalesce(sum(objects), 0) as bigint) as objects
                from stored where kind = of.kind and name = of.name) s
            """;

    private final Map<String, Set<QuotaScope>> scopes = new HashMap<>();
    private final Map<QuotaScope, Quota> quotas = new HashMap<>();
    private final Map<QuotaScope, Usage> used = new HashMap<>();

    /** Sets the parameters of {@link #QUOTAS}, the first of which is number {@code first}. */
    public static void bind(Connection connection, PreparedStatement statement, int first, Collection<ObjectId> ids)
            throws SQLException {
        Object[] buckets = ids.stream()
                .map(id -> ObjectId.userBucket(id.bucket()))
                .distinct()
                .toArray();
        statement.setArray(first, connection.createArrayOf("text", buckets));
        statement.setArray(first + 1, connection.createArrayOf("text", buckets));
    }

    /** An answer to {@link #QUOTAS}. */
    public static QuotaRoom read(ResultSet found) throws SQLException {
        QuotaRoom room = new QuotaRoom();
        while (found.next()) {
            QuotaScope of = new QuotaScope(QuotaScope.Kind.ofCode(found.getInt(2)), found.getString(3));
            room.scopes
                    .computeIfAbsent(found.getString(1), any -> new HashSet<>())
                    .add(of);
            room.quotas.put(of, new Quota(found.getLong(4), found.getLong(5)));
            room.used.put(of, new Usage(found.getLong(6), found.getLong(7)));
        }
        return room;
    }

    public boolean admits(ObjectId id, Usage change) {
        return scopesOf(id).stream()
                .allMatch(of -> quotas.getOrDefault(of, Quota.NONE).admits(used.getOrDefault(of, Usage.NONE), change));
    }

    public void add(ObjectId id, Usage change) {
        scopesOf(id).forEach(of -> used.merge(of, change, Usage::plus));
    }

    private Set<QuotaScope> scopesOf(ObjectId id) {
        return scopes.getOrDefault(ObjectId.userBucket(id.bucket()), Set.of());
    }
}
