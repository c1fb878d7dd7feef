package io.chameleon.metadata.statement;

import io.chameleon.core.mapping.table.RepairStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeMap;
import org.hibernate.StatelessSession;

/** The table {@code repair_backlog}, and one transaction's additions to it. */
public final class RepairBacklog {
    /** Rows per margin: as many transactions can add to it in parallel. */
    private static final int PARTS = 16;

    private static final String ADD = """
            insert into repair_backlog (margin, part, objects, bytes, postponed) values (?, ?, ?, ?, ?)
            on conflict (margin, part) do update set objects = repair_backlog.objects + excluded.objects,
                bytes = repair_backlog.bytes + excluded.bytes, postponed = repair_backlog.postponed + excluded.postponed
            """;

    private static final class Sum {
        long objects;
        long bytes;
        long postponed;
    }

    /** In the order in which rows are locked. */
    private final TreeMap<Short, Sum> sums = new TreeMap<>();

    void add(short margin, long objects, long bytes, long postponed) {
        Sum sum = sums.computeIfAbsent(margin, any -> new Sum());
        sum.objects += objects;
        sum.bytes += bytes;
        sum.postponed += postponed;
    }

    /** Rows of {@code margin, bytes, attempts} leave the queue. */
    void subtract(ResultSet gone) throws SQLException {
        while (gone.next()) {
            add(gone.getShort(1), -1, -gone.getLong(2), gone.getInt(3) > 0 ? -1 : 0);
        }
    }

    void flush(StatelessSession session) {
        sums.values().removeIf(sum -> sum.objects == 0 && sum.bytes == 0 && sum.postponed == 0);
        if (sums.isEmpty()) {
            return;
        }
        short part = (short) (Thread.currentThread().threadId() % PARTS);
        session.doWork(connection -> {
            Sql.batch(connection, ADD, sums.entrySet(), (statement, margin) -> {
                statement.setShort(1, margin.getKey());
                statement.setShort(2, part);
                statement.setLong(3, margin.getValue().objects);
                statement.setLong(4, margin.getValue().bytes);
                statement.setLong(5, margin.getValue().postponed);
            });
        });
        sums.clear();
    }

    /** The queue by margin, the smallest first. */
    public static List<RepairStatus.Backlog> read(StatelessSession session) {
        return session.createNativeQuery("""
                        select margin, cast(sum(objects) as bigint), cast(sum(bytes) as bigint) from repair_backlog
                        group by margin having sum(objects) > 0 order by margin
                        """, Object[].class).getResultList().stream()
                .map(sums -> new RepairStatus.Backlog(
                        ((Number) sums[0]).intValue(), ((Number) sums[1]).longValue(), ((Number) sums[2]).longValue()))
                .toList();
    }

    public static long postponed(StatelessSession session) {
        return session.createNativeQuery(
                        "select cast(coalesce(sum(postponed), 0) as bigint) from repair_backlog", Long.class)
                .getSingleResult();
    }
}
