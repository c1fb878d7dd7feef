package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Evacuation;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;

/** The rows of {@code evacuation}. */
final class Evacuations {
    private Evacuations() {}

    /** Servers an operator has asked to be emptied. */
    static List<ServerId> draining(StatelessSession session) {
        return session
                .createSelectionQuery("select e.id.server from EvacuationRow e where e.id.kind = :kind", String.class)
                .setParameter("kind", (short) Evacuation.Kind.DRAIN.code())
                .getResultList()
                .stream()
                .map(ServerId::new)
                .toList();
    }

    static List<Evacuation> all(StatelessSession session) {
        return session
                .createSelectionQuery("from EvacuationRow e order by e.id.server, e.id.kind", EvacuationRow.class)
                .getResultList()
                .stream()
                .map(EvacuationRow::toEvacuation)
                .toList();
    }

    static List<Evacuation> of(StatelessSession session, ServerId server) {
        return session
                .createSelectionQuery("from EvacuationRow e where e.id.server = :server", EvacuationRow.class)
                .setParameter("server", server.value())
                .getResultList()
                .stream()
                .map(EvacuationRow::toEvacuation)
                .toList();
    }

    static int endAll(StatelessSession session, ServerId server) {
        return session.createMutationQuery("delete from EvacuationRow e where e.id.server = :server")
                .setParameter("server", server.value())
                .executeUpdate();
    }

    static int begin(StatelessSession session, ServerId server, Evacuation.Kind kind, long nowMillis) {
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

    static int end(StatelessSession session, ServerId server, Evacuation.Kind kind) {
        return session.createMutationQuery("delete from EvacuationRow e where e.id = :id")
                .setParameter("id", EvacuationRow.Key.of(server, kind))
                .executeUpdate();
    }

    static boolean progress(StatelessSession session, Evacuation to) {
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
    static int moved(StatelessSession session, Collection<ServerId> left, long bytes) {
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
