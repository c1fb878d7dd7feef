package io.chameleon.metadata.rebuild.table;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The part of {@link RebuildTable} for what users say that they wrote, and where they may. */
public final class RebuiltClaims {
    private static final String WRITERS = """
            select regexp_replace(bucket, '\\+(chunks|parts)$', '') as of_bucket, principal, count(*) as objects, min(content_high) as first
            from rebuild_version where principal <> '' group by 1, 2 order by 1, 4, 2
            """;

    private static final String GRANTS =
            "select bucket, case when access >= 2 then principal else '' end from bucket_grant";

    /**
     * How many versions of a bucket a user has named.
     *
     * @param first time of the oldest, as the high word of its content id
     */
    public record Writer(String bucket, String principal, long versions, long first) {}

    private final RebuildTable table;

    RebuiltClaims(RebuildTable table) {
        this.table = table;
    }

    /** Users who claim names of versions, by bucket, the earliest of each bucket first. */
    public List<Writer> writers() {
        List<Writer> writers = new ArrayList<>();
        table.run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(WRITERS)) {
                while (rows.next()) {
                    writers.add(new Writer(rows.getString(1), rows.getString(2), rows.getLong(3), rows.getLong(4)));
                }
            }
        });
        return writers;
    }

    /** By bucket, the users who may write to it; without buckets that have no known grants. */
    public Map<String, Set<String>> grantedWriters() {
        Map<String, Set<String>> granted = new HashMap<>();
        table.run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(GRANTS)) {
                while (rows.next()) {
                    granted.computeIfAbsent(rows.getString(1), any -> new HashSet<>())
                            .add(rows.getString(2));
                }
            }
        });
        return granted;
    }
}
