package io.chameleon.metadata.repair;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.Places;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.statement.RepairBacklog;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** The statements of {@link PostgresRepairTable}. */
final class RepairQueries {
    /** Rows of the server index that one statement reads. */
    private static final int PAGE = 1_000;

    private RepairQueries() {}

    /** In the order of the ids. */
    static List<ObjectMapping> rows(StatelessSession session, List<ObjectId> ids) {
        ServerCodes codes = ServerCodes.of(session);
        return session.doReturningWork(connection -> MappingStatements.lookup(connection, codes, ids)).stream()
                .flatMap(found -> Stream.ofNullable(found.mapping()))
                .toList();
    }

    /** The queued repairs of these rows. */
    static Map<ObjectKey, RepairRow> queued(StatelessSession session, Collection<ObjectMapping> rows) {
        return queued(
                session,
                rows.stream()
                        .filter(ObjectMapping::degraded)
                        .map(ObjectMapping::id)
                        .toList());
    }

    /** The queued repairs of these objects. */
    static Map<ObjectKey, RepairRow> queued(StatelessSession session, List<ObjectId> degraded) {
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

    /**
     * The next objects of a server.
     *
     * @param next null at its end
     */
    record Page(List<ObjectMapping> rows, @Nullable ObjectId next) {}

    /** Whether any object has a live fragment on a server. Reads the index of keys up to the first. */
    static boolean holdsObjects(StatelessSession session, ServerId server) {
        Page page = on(session, server, null, PAGE);
        while (page.rows().isEmpty() && page.next() != null) {
            page = on(session, server, page.next(), PAGE);
        }
        return !page.rows().isEmpty();
    }

    /** Those of the next {@code limit} objects that seem to be on a server which are. */
    static Page on(StatelessSession session, ServerId server, @Nullable ObjectId after, int limit) {
        KeyWalk.Page page = KeyWalk.page(session, server, after, limit);
        List<ObjectId> ids = page.ids().stream().map(ObjectKey::toId).toList();
        return new Page(
                rows(session, ids).stream()
                        .filter(row -> row.live().servers().contains(server))
                        .toList(),
                page.next());
    }

    /** Queued objects with a live fragment on a server. Looks up each object of the queue. */
    static long degradedOn(StatelessSession session, ServerId server) {
        return session.createNativeQuery("""
                        select count(*) from repair_queue q
                        cross join lateral (
                            select coalesce(source_servers, destination_servers) as named, places from object_mapping
                            where bucket = q.bucket and object_key = q.object_key offset 0) m
                        where :server = any(m.named)
                            or m.named is null and position(cast(:code as bytea) in m.places) > 0
                                and not exists (select 1 from server_code where code = :code and server <> :server)
                        """, Long.class)
                .setParameter("server", server.value())
                .setParameter("code", Places.code(server))
                .getSingleResult();
    }

    /** Counts one more repaired or moved object. */
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
        String problem = session.createNativeQuery("""
                        select problem from (
                            (select problem, due_millis from repair_queue where due_millis > 0 and margin >= 0
                             order by due_millis desc limit 1)
                            union all
                            (select problem, due_millis from repair_queue where due_millis > 0 and margin < 0
                             order by due_millis desc limit 1)) latest
                        order by due_millis desc limit 1
                        """, String.class).getResultList().stream()
                .findFirst()
                .orElse("");
        long oldest = session.createNativeQuery("""
                        select cast(coalesce(min(since_millis), 0) as bigint) from (
                            select (select since_millis from repair_queue q where q.due_millis = 0 and q.margin = b.margin
                                    order by since_millis limit 1) since_millis
                            from (select distinct margin from repair_backlog) b
                            union all
                            (select since_millis from repair_queue where due_millis > 0 order by since_millis limit 1)) oldest
                        """, Long.class).getSingleResult();
        Object[] run = session.createNativeQuery(
                        "select began_millis, last_millis, objects, bytes from repair_run where id = 1", Object[].class)
                .getSingleResult();
        return new RepairStatus(
                nowMillis,
                RepairBacklog.read(session),
                RepairBacklog.postponed(session),
                oldest,
                problem,
                new RepairStatus.Run((Long) run[0], (Long) run[1], (Long) run[2], (Long) run[3]),
                Evacuations.all(session));
    }
}
