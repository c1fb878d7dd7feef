package io.chameleon.metadata.database;

import io.chameleon.core.Require;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * The record of how many databases the mapping table is on, in each of them, and since when: that of the first decides.
 * It only grows. From the moment that one is added, processes that were told of fewer decide nothing for the balancer
 * ({@link DatabaseCount}).
 */
public final class FurtherDatabases {
    /** A database gets buckets this long after it was added: by then, each process has been started with its URL. */
    public static final Duration DELAY = UpgradeWindow.LENGTH;

    private static final String COUNT = "select databases from balancer_epoch where id = 1 for update";
    private static final String SET = "update balancer_epoch set databases = %1$s where id = 1 and databases < %1$s";
    private static final String ADD = """
            insert into further_database (number, since_millis)
            values (:number, case when exists (select 1 from bucket) then :now else 0 end) on conflict (number) do nothing
            """;

    private FurtherDatabases() {}

    /**
     * Adds those that are not recorded yet, in the first.
     *
     * @param count of all, each already of this cluster
     * @throws IllegalArgumentException in one line if there are more
     */
    public static void record(Database first, int count, InstantSource clock) {
        long now = clock.millis();
        int unused = first.transactions().run(session -> {
            short there = session.createNativeQuery(COUNT, Short.class).getSingleResult();
            Require.that(
                    there <= count,
                    "metadata.database.further-urls",
                    count - 1 + " URLs",
                    there - 1 + ", for the mapping table is on " + there + " databases");
            for (int number = there; number < count; number++) {
                int unusedRow = session.createNativeMutationQuery(ADD)
                        .setParameter("number", (short) number)
                        .setParameter("now", now)
                        .executeUpdate();
            }
            return session.doReturningWork(connection -> follow(connection, count));
        });
    }

    /** Records the number of all in a further one, too. */
    public static int follow(Connection further, int count) throws SQLException {
        try (Statement statement = further.createStatement()) {
            return statement.executeUpdate(SET.formatted(count));
        }
    }

    /** Since when each was added, by number; 0: always. */
    public static Map<Integer, Long> since(Database first) {
        return first.transactions().run(session -> {
            Map<Integer, Long> since = new HashMap<>();
            session.createNativeQuery("select number, since_millis from further_database", Object[].class)
                    .getResultList()
                    .forEach(row -> since.put(((Number) row[0]).intValue(), ((Number) row[1]).longValue()));
            return since;
        });
    }
}
