package io.chameleon.metadata.rebuild.table;

import io.chameleon.metadata.statement.Sql;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The part of {@link RebuildTable} for what users say that they wrote, and where they may. */
public final class RebuiltClaims {
    private static final String WRITERS = """
            select split_part(split_part(bucket, '+', 1), '~', 1) as of_bucket, principal, count(*) as objects, min(content_high) as first
            from rebuild_version where principal <> '' group by 1, 2 order by 1, 4, 2
            """;

    private static final String GRANTS =
            "select split_part(bucket, '~', 1), case when access >= 2 then principal else '' end from bucket_grant";

    /**
     * How many versions of a bucket a user has named.
     *
     * @param bucket as users see it
     * @param first time of the oldest, as the high word of its content id
     */
    public record Writer(String bucket, String principal, long versions, long first) {}

    private final RebuildTable table;

    RebuiltClaims(RebuildTable table) {
        this.table = table;
    }

    /** Users who claim names of versions, by bucket, the earliest of each bucket first. */
    public List<Writer> writers() {
        return table.query(connection -> Sql.all(
                connection,
                WRITERS,
                row -> new Writer(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4))));
    }

    /** By bucket, the users who may write to it; without buckets that have no known grants. */
    public Map<String, Set<String>> grantedWriters() {
        Map<String, Set<String>> granted = new HashMap<>();
        table.query(connection -> Sql.all(connection, GRANTS, row -> Map.entry(row.getString(1), row.getString(2))))
                .forEach(grant -> granted.computeIfAbsent(grant.getKey(), any -> new HashSet<>())
                        .add(grant.getValue()));
        return granted;
    }
}
