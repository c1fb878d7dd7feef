package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.metadata.statement.Evacuations;
import java.util.List;
import org.hibernate.StatelessSession;

/** Queues the repair of a row that has changed its name. */
final class LostFragments {
    private LostFragments() {}

    /** A walk over a lost server's objects may have passed the name that the row now has. */
    static void queue(StatelessSession session, ObjectMapping row, WorkingSet rows, long nowMillis) {
        List<ServerId> servers = row.live().servers();
        List<Evacuation> walks = Evacuations.all(session);
        for (ServerId server : servers) {
            boolean lost = walks.stream()
                    .anyMatch(walk -> walk.server().equals(server)
                            && walk.kind() != Evacuation.Kind.DRAIN
                            && row.writeId().epochMillis() < walk.sinceMillis());
            if (lost && row.content().isStored(row.live().scheme(), servers.indexOf(server))) {
                boolean unused =
                        rows.degrade(new Damage(row.id(), row.writeId(), List.of(servers.indexOf(server))), nowMillis);
            }
        }
    }
}
