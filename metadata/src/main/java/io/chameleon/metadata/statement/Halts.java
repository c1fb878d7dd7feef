package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.metadata.row.HaltRow;
import java.util.List;
import org.hibernate.StatelessSession;

/** The rows of {@code reconciliation_halt}. */
public final class Halts {
    private Halts() {}

    public static List<ReconciliationHalt> all(StatelessSession session) {
        return session.createSelectionQuery("from HaltRow h order by h.server", HaltRow.class).getResultList().stream()
                .map(HaltRow::toHalt)
                .toList();
    }

    public static int put(StatelessSession session, ServerId server, long found, long held, long nowMillis) {
        return session.createNativeMutationQuery("""
                        insert into reconciliation_halt (server, since_millis, found, held, confirmed)
                        values (:server, :now, :found, :held, 0)
                        on conflict (server) do update set found = excluded.found, held = excluded.held
                        """)
                .setParameter("server", server.value())
                .setParameter("now", nowMillis)
                .setParameter("found", found)
                .setParameter("held", held)
                .executeUpdate();
    }

    public static boolean confirm(StatelessSession session, ServerId server) {
        return session.createNativeMutationQuery(
                                "update reconciliation_halt set confirmed = found where server = :server")
                        .setParameter("server", server.value())
                        .executeUpdate()
                > 0;
    }

    public static int end(StatelessSession session, ReconciliationHalt halt) {
        return session.createNativeMutationQuery("""
                        delete from reconciliation_halt where server = :server and since_millis = :since
                            and found = :found and held = :held and confirmed = :confirmed
                        """)
                .setParameter("server", halt.server().value())
                .setParameter("since", halt.sinceMillis())
                .setParameter("found", halt.found())
                .setParameter("held", halt.held())
                .setParameter("confirmed", halt.confirmed())
                .executeUpdate();
    }

    public static int remove(StatelessSession session, ServerId server) {
        return session.createMutationQuery("delete from HaltRow h where h.server = :server")
                .setParameter("server", server.value())
                .executeUpdate();
    }
}
