package io.chameleon.metadata.statement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.hibernate.StatelessSession;

/**
 * The table {@code bucket}, in statements that more than one port needs.
 *
 * <p>A commit and the deletion of its bucket meet in the bucket's rows of {@code stored}. Every commit of a new row
 * changes one of them, and a deletion locks all. So the deletion sees the commit's object, or the commit sees that its
 * bucket is no longer registered.
 */
public final class BucketRows {
    private static final String COLUMNS = "name, owner, created_millis, policy, settings";
    public static final String SELECT = "select " + COLUMNS + " from bucket ";

    /** The owner is whoever claimed the bucket. */
    private static final String REGISTER = """
            insert into bucket (name, owner, created_millis)
            select of.name, coalesce(c.principal, ''), of.millis
            from unnest(cast(? as text[]), cast(? as bigint[])) as of(name, millis)
            left join bucket_claim c on c.bucket = of.name
            order by of.name
            on conflict (name) do nothing
            """;

    /** What a process of an earlier build has left: a bucket in use without a row here. */
    private static final String ADOPT = """
            insert into bucket (name, owner, created_millis)
            select of.name, coalesce(c.principal, ''), coalesce(c.since_millis, ?)
            from (select cast(? as text) as name) of
            left join bucket_claim c on c.bucket = of.name
            where c.bucket is not null or exists (select 1 from object_mapping m where m.bucket = of.name)
            on conflict (name) do nothing
            """;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

    private BucketRows() {}

    /**
     * Registers buckets, unless they are.
     *
     * @param buckets by name, when the first object was committed
     */
    static void register(Connection connection, SortedMap<String, Long> buckets) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REGISTER)) {
            statement.setArray(
                    1, connection.createArrayOf("text", buckets.keySet().toArray()));
            statement.setObject(
                    2, buckets.values().stream().mapToLong(Long::longValue).toArray());
            int unused = statement.executeUpdate();
        }
    }

    /** Registers a bucket that is in use, unless it is; returns whether this was necessary. */
    public static boolean adopt(Connection connection, String name, long nowMillis) throws SQLException {
        return Sql.update(connection, ADOPT, nowMillis, name) > 0;
    }

    /** Registers a bucket, unless it is, and sets the policy of its new objects. */
    public static int setPolicy(StatelessSession session, String name, RedundancyPolicy policy, long nowMillis) {
        return session.createNativeMutationQuery("""
                        insert into bucket (name, policy, owner, created_millis, revision)
                        values (:name, :policy, coalesce((select principal from bucket_claim where bucket = :name), ''), :now, :now)
                        on conflict (name) do update set policy = excluded.policy, revision = greatest(bucket.revision + 1, excluded.revision)
                        """)
                .setParameter("name", name)
                .setParameter("now", nowMillis)
                .setParameter("policy", (short) policy.code())
                .executeUpdate();
    }

    /** All rows of an answer to {@link #SELECT}. */
    public static List<BucketInfo> read(PreparedStatement statement) throws SQLException {
        List<BucketInfo> buckets = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                buckets.add(new BucketInfo(
                        row.getString(1),
                        row.getString(2),
                        row.getLong(3),
                        RedundancyPolicy.ofCode(row.getShort(4)),
                        parsed(row.getString(5))));
            }
        }
        return buckets;
    }

    /** Settings as they are stored. */
    public static String json(Map<String, String> settings) {
        try {
            return JSON.writeValueAsString(settings);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("settings of a bucket cannot be written as JSON", e);
        }
    }

    private static Map<String, String> parsed(String json) throws SQLException {
        try {
            return JSON.readValue(json, TEXTS);
        } catch (JsonProcessingException e) {
            throw new SQLException("column settings: expected an object of texts", e);
        }
    }
}
