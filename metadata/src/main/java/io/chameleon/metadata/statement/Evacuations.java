package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.metadata.row.EvacuationRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;

/** The rows of {@code evacuation}. */
public final class Evacuations {
    private Evacuations() {}

    /** Servers that operators are draining. */
    public static List<ServerId> draining(StatelessSession session) {
        return session
                .createSelectionQuery("select e.id.server from EvacuationRow e where e.id.kind = :kind", String.class)
                .setParameter("kind", (short) Evacuation.Kind.DRAIN.code())
                .getResultList()
                .stream()
                .map(ServerId::new)
                .toList();
    }

    public static List<Evacuation> all(StatelessSession session) {
        return session
                .createSelectionQuery("from EvacuationRow e order by e.id.server, e.id.kind", EvacuationRow.class)
                .getResultList()
                .stream()
                .map(EvacuationRow::toEvacuation)
                .toList();
    }

    public static List<Evacuation> of(StatelessSession session, ServerId server) {
        return session
                .createSelectionQuery("from EvacuationRow e where e.id.server = :server", EvacuationRow.class)
                .setParameter("server", server.value())
                .getResultList()
                .stream()
                .map(EvacuationRow::toEvacuation)
                .toList();
    }

    public static int endAll(StatelessSession session, ServerId server) {
        return session.createMutationQuery("delete from EvacuationRow e where e.id.server = :server")
                .setParameter("server", server.value())
                .executeUpdate();
    }

    public static int begin(StatelessSession session, ServerId server, Evacuation.Kind kind, long nowMillis) {
        return session.createNativeMutationQuery("""
                        insert into evacuation (server, kind, since_millis, walk, found, objects, bytes, moved, moved_bytes,
                            finished_millis)
                        values (:server, :kind, :now, 0, 0, 0, 0, 0, 0, 0) on conflict (server, kind) do nothing
                        """)
                .setParameter("server", server.value())
                .setParameter("kind", (short) kind.code())
                .setParameter("now", nowMillis)
                .executeUpdate();
    }

    public static int end(StatelessSession session, ServerId server, Evacuation.Kind kind) {
        return session.createMutationQuery("delete from EvacuationRow e where e.id = :id")
                .setParameter("id", EvacuationRow.Key.of(server, kind))
                .executeUpdate();
    }

    /** Unless it was started again. */
    public static int end(StatelessSession session, Evacuation record) {
        return session.createMutationQuery("delete from EvacuationRow e where e.id = :id and e.sinceMillis = :since")
                .setParameter("id", EvacuationRow.Key.of(record.server(), record.kind()))
                .setParameter("since", record.sinceMillis())
                .executeUpdate();
    }

    /** The server's device was replaced: earlier walks do not count, and a lost server is no longer lost. */
    public static int emptied(StatelessSession session, ServerId server, long nowMillis) {
        return end(session, server, Evacuation.Kind.LOST)
                + session.createNativeMutationQuery("""
                        insert into evacuation (server, kind, since_millis, walk, found, objects, bytes, moved, moved_bytes,
                            finished_millis)
                        values (:server, :kind, :now, 0, 0, 0, 0, 0, 0, 0)
                        on conflict (server, kind) do update set
                            since_millis = greatest(excluded.since_millis, evacuation.since_millis + 1), walk = 0,
                            cursor_bucket = null, cursor_key = null, found = 0, objects = 0, bytes = 0, moved = 0,
                            moved_bytes = 0, finished_millis = 0
                        """)
                        .setParameter("server", server.value())
                        .setParameter("kind", (short) Evacuation.Kind.EMPTIED.code())
                        .setParameter("now", nowMillis)
                        .executeUpdate();
    }

    /** Servers on which recently stored fragments may not become live. */
    public static Set<ServerId> barred(StatelessSession session, long nowMillis) {
        return all(session).stream()
                .filter(record -> record.barsNewFragments(nowMillis))
                .map(Evacuation::server)
                .collect(Collectors.toSet());
    }

    /** All walks begin anew: rows of a bucket that has just arrived may be behind their cursors. */
    public static void walkAgain(Connection connection) throws SQLException {
        int unused = Sql.update(connection, """
                update evacuation set walk = 0, cursor_bucket = null, cursor_key = null, found = 0, finished_millis = 0
                """);
    }

    public static boolean progress(StatelessSession session, Evacuation to) {
        EvacuationRow row = session.get(
                EvacuationRow.class, EvacuationRow.Key.of(to.server(), to.kind()), LockMode.PESSIMISTIC_WRITE);
        boolean known = row != null && row.sinceMillis == to.sinceMillis();
        if (row != null && known) {
            row.progress(to);
            session.update(row);
        }
        return known;
    }

    /** An object has left these servers. */
    public static int moved(StatelessSession session, Collection<ServerId> left, long bytes) {
        if (left.isEmpty()) {
            return 0;
        }
        return session.createMutationQuery("""
                        update EvacuationRow e set e.moved = e.moved + 1, e.movedBytes = e.movedBytes + :bytes
                        where e.id.server in :left
                        """)
                .setParameter("bytes", bytes)
                .setParameter("left", left.stream().map(ServerId::value).toList())
                .executeUpdate();
    }
}
