package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.RepairStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** The statements of {@link PostgresRepairTable}. */
final class RepairQueries {
    private RepairQueries() {}

    /** Rows whose repair is due, those in most danger first. */
    static List<ObjectMapping> due(StatelessSession session, long nowMillis, int limit) {
        return rows(session.createNativeQuery("""
                        select m.* from (
                            select bucket, object_key, margin, since_millis from repair_queue where due_millis <= :now
                            order by margin, since_millis, bucket, object_key limit :most) q
                        join object_mapping m on m.bucket = q.bucket and m.object_key = q.object_key
                        order by q.margin, q.since_millis, q.bucket, q.object_key
                        """, MappingRow.class)
                .setParameter("now", nowMillis)
                .setParameter("most", limit)
                .getResultList());
    }

    private static List<ObjectMapping> rows(List<MappingRow> rows) {
        return rows.stream().map(MappingRow::toMapping).toList();
    }

    /** What is queued of these rows. */
    static Map<ObjectKey, RepairRow> queued(StatelessSession session, Collection<ObjectMapping> rows) {
        List<ObjectId> degraded = rows.stream()
                .filter(ObjectMapping::degraded)
                .map(ObjectMapping::id)
                .toList();
        if (degraded.isEmpty()) {
            return Map.of();
        }
        return session
                .createNativeQuery("""
                        select q.* from repair_queue q
                        join unnest(cast(:buckets as text[]), cast(:keys as text[])) as wanted(bucket, object_key)
                          on q.bucket = wanted.bucket and q.object_key = wanted.object_key
                        """, RepairRow.class)
                .setParameter("buckets", degraded.stream().map(ObjectId::bucket).toArray(String[]::new))
                .setParameter("keys", degraded.stream().map(ObjectId::key).toArray(String[]::new))
                .getResultList()
                .stream()
                .collect(Collectors.toMap(row -> row.id, Function.identity()));
    }

    static int postpone(StatelessSession session, ObjectId id, WriteId writeId, long dueMillis, String problem) {
        return session.createMutationQuery("""
                        update RepairRow r set r.dueMillis = :due, r.attempts = r.attempts + 1, r.problem = :problem
                        where r.id = :id and r.writeId = :writeId
                        """)
                .setParameter("due", dueMillis)
                .setParameter("problem", problem)
                .setParameter("id", ObjectKey.of(id))
                .setParameter("writeId", WriteKey.of(writeId))
                .executeUpdate();
    }

    /** The last of the next {@code limit} objects; null if there are fewer. */
    static @Nullable ObjectId lastOfPage(StatelessSession session, @Nullable ObjectId after, int limit) {
        return session
                .createNativeQuery("""
                        select bucket, object_key from object_mapping where (bucket, object_key) > (:bucket, :key)
                        order by bucket, object_key offset :skipped limit 1
                        """, Object[].class)
                .setParameter("bucket", after == null ? "" : after.bucket())
                .setParameter("key", after == null ? "" : after.key())
                .setParameter("skipped", limit - 1)
                .getResultList()
                .stream()
                .findFirst()
                .map(columns -> new ObjectId((String) columns[0], (String) columns[1]))
                .orElse(null);
    }

    /** The objects between those two, the first excluded, with live fragments on a server. */
    static List<ObjectMapping> on(
            StatelessSession session, ServerId server, @Nullable ObjectId after, @Nullable ObjectId last) {
        String upTo = last == null ? "" : " and (bucket, object_key) <= (:lastBucket, :lastKey)";
        var query = session.createNativeQuery(
                        "select * from object_mapping where (bucket, object_key) > (:bucket, :key)" + upTo
                                + " and :server = any(coalesce(source_servers, destination_servers))"
                                + " order by bucket, object_key",
                        MappingRow.class)
                .setParameter("bucket", after == null ? "" : after.bucket())
                .setParameter("key", after == null ? "" : after.key())
                .setParameter("server", server.value());
        if (last != null) {
            query.setParameter("lastBucket", last.bucket()).setParameter("lastKey", last.key());
        }
        return rows(query.getResultList());
    }

    /** Queued objects with a live fragment on a server. Reads the queue. */
    static long degradedOn(StatelessSession session, ServerId server) {
        return session.createNativeQuery("""
                        select count(*) from repair_queue q
                        join object_mapping m on m.bucket = q.bucket and m.object_key = q.object_key
                        where :server = any(coalesce(m.source_servers, m.destination_servers))
                        """, Long.class)
                .setParameter("server", server.value())
                .getSingleResult();
    }

    /** One object more was repaired or moved. */
    static int count(StatelessSession session, long bytes, long nowMillis) {
        return session.createNativeMutationQuery("""
                        update repair_run set
                            began_millis = case when objects = 0 or :now - last_millis > :pause then :now else began_millis end,
                            objects = case when :now - last_millis > :pause then 1 else objects + 1 end,
                            bytes = case when :now - last_millis > :pause then :bytes else bytes + :bytes end,
                            last_millis = :now
                        where id = 1
                        """)
                .setParameter("now", nowMillis)
                .setParameter("pause", RepairStatus.PAUSE.toMillis())
                .setParameter("bytes", bytes)
                .executeUpdate();
    }

    static RepairStatus status(StatelessSession session, long nowMillis) {
        List<RepairStatus.Backlog> queue = session
                .createSelectionQuery(
                        "select r.margin, count(*), sum(r.bytes) from RepairRow r group by r.margin order by r.margin",
                        Object[].class)
                .getResultList()
                .stream()
                .map(sums -> new RepairStatus.Backlog((Short) sums[0], (Long) sums[1], (Long) sums[2]))
                .toList();
        Object[] waiting = session.createSelectionQuery(
                        "select count(*) filter (where r.dueMillis > :now), min(r.sinceMillis) from RepairRow r",
                        Object[].class)
                .setParameter("now", nowMillis)
                .getSingleResult();
        String problem = session
                .createSelectionQuery("select r.problem from RepairRow r order by r.dueMillis desc", String.class)
                .setMaxResults(1)
                .getResultList()
                .stream()
                .findFirst()
                .orElse("");
        Object[] run = session.createNativeQuery(
                        "select began_millis, last_millis, objects, bytes from repair_run where id = 1", Object[].class)
                .getSingleResult();
        return new RepairStatus(
                nowMillis,
                queue,
                (Long) waiting[0],
                waiting[1] == null ? 0 : (Long) waiting[1],
                problem,
                new RepairStatus.Run((Long) run[0], (Long) run[1], (Long) run[2], (Long) run[3]),
                Evacuations.all(session));
    }
}
