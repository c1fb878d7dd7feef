package io.chameleon.metadata.repair;

import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.statement.RepairQueueRows;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;

/**
 * Queues some objects of a lost or emptied server in one transaction, in a few statements directly on the driver, since
 * there may be millions of objects and all are urgent.
 *
 * <p>Rows are queued as they are when they are marked, which locks them. A row that is not on the server any more, or
 * only seemed to be ({@link KeyWalk}), queues nothing.
 */
final class WalkPart {
    /**
     * @param objects queued, or with newly queued fragments
     * @param bytes of their fragments on the server
     */
    record Queued(long objects, long bytes) {
        static final Queued NONE = new Queued(0, 0);

        Queued plus(Queued other) {
            return new Queued(objects + other.objects, bytes + other.bytes);
        }
    }

    private final StatelessSession session;
    private final Evacuation at;
    private final long now;

    WalkPart(StatelessSession session, Evacuation at, long nowMillis) {
        this.session = session;
        this.at = at;
        this.now = nowMillis;
    }

    /** @param ids of objects that may be on the server, in the order in which rows are locked */
    Queued queue(List<ObjectKey> ids) {
        List<MarkedObject> whole = session.doReturningWork(connection -> MarkedObject.whole(connection, at, ids));
        List<ObjectKey> rest = without(ids, whole);
        List<MarkedObject> others = rest.isEmpty()
                ? List.of()
                : session.doReturningWork(connection -> MarkedObject.others(connection, at, rest));
        put(whole, others);
        return Stream.concat(whole.stream(), others.stream())
                .map(object -> new Queued(1, object.bytes()))
                .reduce(Queued.NONE, Queued::plus);
    }

    private static List<ObjectKey> without(List<ObjectKey> ids, List<MarkedObject> marked) {
        if (ids.size() == marked.size()) {
            return List.of();
        }
        Set<ObjectKey> gone = marked.stream().map(MarkedObject::id).collect(Collectors.toSet());
        return ids.stream().filter(Predicate.not(gone::contains)).toList();
    }

    private void put(List<MarkedObject> whole, List<MarkedObject> others) {
        RepairQueueRows rows = new RepairQueueRows(session);
        rows.putNew(whole.stream().map(object -> object.row(null, now)).toList());
        Map<ObjectKey, RepairRow> known = RepairQueries.queued(
                session, others.stream().map(object -> object.id().toId()).toList());
        rows.put(others.stream()
                .map(object -> object.row(known.get(object.id()), now))
                .toList());
        rows.flush();
    }
}
