package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Evacuation;
import io.chameleon.core.mapping.RepairTask;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;

/**
 * Queues some objects of a lost or emptied server in one transaction. Four statements for all of them, on the driver itself, since there
 * may be millions and none can wait.
 *
 * <p>They are read without locks; an object that somebody changes before it is marked is looked at again by itself, locked. Of a row
 * of the index that is out of date ({@link ServerObjectCheck}) nothing is queued.
 */
final class WalkPart {
    /** As {@link io.chameleon.core.mapping.MappingRules#damaged}. */
    private static final String MARK = """
            update object_mapping m set degraded = true, version = m.version + 1
            from unnest(cast(? as text[]), cast(? as text[]), cast(? as bigint[])) with ordinality as w(bucket, object_key, version, n)
            where m.bucket = w.bucket and m.object_key = w.object_key and m.version = w.version
            returning w.n
            """;

    /**
     * @param objects that were queued, or of which more was
     * @param bytes of their fragments on the server
     */
    record Queued(long objects, long bytes) {
        static final Queued NONE = new Queued(0, 0);

        Queued plus(Queued other) {
            return new Queued(objects + other.objects, bytes + other.bytes);
        }
    }

    private final StatelessSession session;
    private final long now;
    private Queued queued = Queued.NONE;

    WalkPart(StatelessSession session, long nowMillis) {
        this.session = session;
        this.now = nowMillis;
    }

    Queued queue(Evacuation at, WalkRange range) {
        List<WalkedObject> wanted =
                session.doReturningWork(connection -> WalkedObject.read(connection, at.server(), range, now)).stream()
                        .filter(object -> at.concerns(object.modifiedMillis()))
                        // A repair of it may have gone to the old device: its version must pass.
                        .filter(object -> !object.isKnown() || at.kind() == Evacuation.Kind.EMPTIED)
                        .toList();
        if (!wanted.isEmpty()) {
            BitSet marked = session.doReturningWork(connection -> mark(connection, wanted));
            put(marked.stream().mapToObj(wanted::get).toList());
            again(
                    at.server(),
                    IntStream.range(0, wanted.size())
                            .filter(index -> !marked.get(index))
                            .mapToObj(index -> wanted.get(index).row().id.toId())
                            .toList());
        }
        return queued;
    }

    private void put(List<WalkedObject> marked) {
        RepairQueueRows rows = new RepairQueueRows(session);
        // What was not queued when it had this version is not queued now.
        rows.putNew(rows(marked.stream().filter(object -> !object.isQueued())));
        rows.put(rows(marked.stream().filter(WalkedObject::isQueued)));
        rows.flush();
        marked.forEach(object -> count(object.lost()));
    }

    private static List<RepairRow> rows(Stream<WalkedObject> objects) {
        return objects.map(WalkedObject::row).toList();
    }

    private void count(long lost) {
        queued = queued.plus(new Queued(1, lost));
    }

    /** Those that have changed since they were read. */
    private void again(ServerId server, List<ObjectId> ids) {
        if (ids.isEmpty()) {
            return;
        }
        WorkingSet rows = WorkingSet.lock(session, ids);
        for (ObjectId id : ids) {
            Optional.ofNullable(rows.row(id))
                    .filter(row -> row.live().servers().contains(server))
                    .ifPresent(row -> {
                        int index = row.live().servers().indexOf(server);
                        if (rows.degrade(new Damage(id, row.writeId(), List.of(index)), now)) {
                            count(RepairTask.bytes(row, List.of(index)));
                        }
                    });
        }
        rows.flush();
    }

    /** Those that are still as they were read, by their place in {@code objects}. */
    private static BitSet mark(Connection connection, List<WalkedObject> objects) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MARK)) {
            RepairQueueRows.bind(
                    connection,
                    statement,
                    objects.stream().map(object -> object.row().id).toList());
            statement.setObject(
                    3, objects.stream().mapToLong(WalkedObject::version).toArray());
            BitSet marked = new BitSet(objects.size());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    marked.set(rows.getInt(1) - 1);
                }
            }
            return marked;
        }
    }
}
