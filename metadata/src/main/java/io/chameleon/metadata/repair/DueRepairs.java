package io.chameleon.metadata.repair;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.NextRepairs;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.metadata.row.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hibernate.StatelessSession;
import org.hibernate.query.NativeQuery;

/** What is to be repaired next. */
final class DueRepairs {
    private DueRepairs() {}

    /** An object that waits for its repair. */
    private record Waiting(ObjectKey id, int margin, long sinceMillis) {
        static final Comparator<Waiting> MOST_IN_DANGER = Comparator.comparingInt(Waiting::margin)
                .thenComparingLong(Waiting::sinceMillis)
                .thenComparing(waiting -> waiting.id.toId());
    }

    /** Rows whose repair is due, in the order of {@link NextRepairs}. Each kind is the head of an index. */
    static List<ObjectMapping> rows(StatelessSession session, long nowMillis, int limit) {
        List<Waiting> unreadable = new ArrayList<>(fresh(session, "margin < 0", limit));
        unreadable.addAll(again(session, "margin < 0", nowMillis, limit));
        return RepairQueries.rows(
                session,
                NextRepairs.choose(
                                limit,
                                fresh(session, "margin >= 0", limit),
                                again(session, "margin >= 0", nowMillis, limit),
                                unreadable,
                                Waiting.MOST_IN_DANGER)
                        .stream()
                        .map(waiting -> waiting.id.toId())
                        .toList());
    }

    private static List<Waiting> fresh(StatelessSession session, String kind, int limit) {
        return waiting(session.createNativeQuery(
                        "select bucket, object_key, margin, since_millis from repair_queue where due_millis = 0 and "
                                + kind + " order by margin, since_millis, bucket, object_key limit :most",
                        Object[].class)
                .setParameter("most", limit));
    }

    /** Both parts say that {@code due_millis > 0}, as the index does: no parameter implies it. */
    private static List<Waiting> again(StatelessSession session, String kind, long nowMillis, int limit) {
        String head = "(select bucket, object_key, margin, since_millis from repair_queue where " + kind + " and ";
        String first = " order by due_millis limit :most)";
        return waiting(session.createNativeQuery(
                        head + "due_millis > 0 and due_millis <= :now" + first + " union all " + head
                                + "due_millis > 0 and due_millis > :longest" + first + " limit :most",
                        Object[].class)
                .setParameter("now", nowMillis)
                .setParameter("longest", nowMillis + RepairTable.LONGEST_DELAY.toMillis())
                .setParameter("most", limit));
    }

    private static List<Waiting> waiting(NativeQuery<Object[]> query) {
        return query.getResultList().stream()
                .map(columns -> new Waiting(
                        new ObjectKey((String) columns[0], (String) columns[1]),
                        ((Number) columns[2]).intValue(),
                        ((Number) columns[3]).longValue()))
                .toList();
    }
}
