package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * One page of a walk that queues: what a lost or emptied server held. Five statements for all of it, on the driver itself, since there
 * may be millions of objects and none can wait.
 *
 * <p>The page is read without locks; an object that somebody changes before it is marked is looked at again by itself, locked. Of a row
 * of the index that is out of date ({@link ServerObjectCheck}) nothing is queued.
 */
final class ServerWalk {
    private static final String PAGE = """
            select s.bucket, s.object_key, m.version, m.write_high, m.write_low, m.size_bytes, m.segment_bytes, m.chunk_bytes, m.crc32c,
                coalesce(m.source_scheme, m.destination_scheme), m.modified_millis,
                array_position(coalesce(m.source_servers, m.destination_servers), s.server) - 1, q.missing, q.since_millis
            from (select server, bucket, object_key from server_object where server = ? and (bucket, object_key) > (?, ?)
                order by server, bucket, object_key limit ?) s
            left join lateral (
                select * from object_mapping where bucket = s.bucket and object_key = s.object_key offset 0) m on true
            left join lateral (
                select missing, since_millis from repair_queue
                where m.degraded and bucket = s.bucket and object_key = s.object_key offset 0) q on true
            order by s.bucket, s.object_key
            """;

    /** As {@link io.chameleon.core.mapping.MappingRules#damaged}. */
    private static final String MARK = """
            update object_mapping m set degraded = true, version = m.version + 1
            from unnest(cast(? as text[]), cast(? as text[]), cast(? as bigint[])) as w(bucket, object_key, version)
            where m.bucket = w.bucket and m.object_key = w.object_key and m.version = w.version
            returning m.bucket, m.object_key
            """;

    /**
     * An object of the page, with what will be known of its damage.
     *
     * @param isQueued whether anything of it is known
     * @param isKnown whether all of it is
     */
    private record Found(
            long version, long modifiedMillis, boolean isQueued, boolean isKnown, long lost, RepairRow row) {}

    /** @param next where the walk goes on; null at its end */
    private record Page(List<Found> objects, @Nullable ObjectId next) {}

    private final StatelessSession session;
    private final long now;
    private long found;
    private long bytes;

    ServerWalk(StatelessSession session, long nowMillis) {
        this.session = session;
        this.now = nowMillis;
    }

    /** As {@link io.chameleon.core.mapping.table.RepairTable#walk}; the fence is checked before. */
    Optional<Evacuation> page(Evacuation at, int limit) {
        if (Evacuations.of(session, at.server()).stream().noneMatch(at::isSame)) {
            return Optional.empty();
        }
        Page page = session.doReturningWork(connection -> read(connection, at, limit));
        queue(
                at,
                page.objects.stream()
                        .filter(object -> at.concerns(object.modifiedMillis))
                        // A repair of it may have gone to the old device: its version must pass.
                        .filter(object -> !object.isKnown || at.kind() == Evacuation.Kind.EMPTIED)
                        .toList());
        Evacuation after = at.at(page.next, found, found, bytes);
        Evacuation to = page.next == null ? after.walked(now) : after;
        boolean known = Evacuations.progress(session, to);
        if (known && to.isFinished() && to.kind() == Evacuation.Kind.EMPTIED) {
            int unused = Evacuations.end(session, to);
        }
        return known ? Optional.of(to) : Optional.empty();
    }

    private void queue(Evacuation at, List<Found> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        Set<ObjectKey> marked = session.doReturningWork(connection -> mark(connection, wanted));
        List<Found> queued =
                wanted.stream().filter(object -> marked.contains(object.row.id)).toList();
        RepairQueueRows rows = new RepairQueueRows(session);
        // What was not queued when it had this version is not queued now.
        rows.putNew(rows(queued.stream().filter(object -> !object.isQueued)));
        rows.put(rows(queued.stream().filter(object -> object.isQueued)));
        rows.flush();
        queued.forEach(object -> count(object.lost));
        again(
                at.server(),
                wanted.stream()
                        .map(object -> object.row.id)
                        .filter(id -> !marked.contains(id))
                        .map(ObjectKey::toId)
                        .toList());
    }

    private static List<RepairRow> rows(Stream<Found> objects) {
        return objects.map(object -> object.row).toList();
    }

    private void count(long lost) {
        found++;
        bytes += lost;
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

    private Page read(Connection connection, Evacuation at, int limit) throws SQLException {
        ObjectId after = at.cursor();
        try (PreparedStatement statement = connection.prepareStatement(PAGE)) {
            statement.setString(1, at.server().value());
            statement.setString(2, after == null ? "" : after.bucket());
            statement.setString(3, after == null ? "" : after.key());
            statement.setInt(4, limit);
            List<Found> objects = new ArrayList<>();
            @Nullable ObjectId last = null;
            int count = 0;
            try (ResultSet rows = statement.executeQuery()) {
                for (; rows.next(); count++) {
                    last = new ObjectId(rows.getString(1), rows.getString(2));
                    boolean isLive = rows.getObject(12) != null;
                    if (isLive) {
                        objects.add(found(rows));
                    }
                }
            }
            return new Page(objects, count < limit ? null : last);
        }
    }

    private Found found(ResultSet at) throws SQLException {
        WriteId writeId = new WriteId(at.getLong(4), at.getLong(5));
        ObjectContent content =
                new ObjectContent(writeId, at.getLong(6), at.getInt(7), at.getInt(8), at.getInt(9), "", Map.of());
        RedundancyScheme scheme = RedundancyScheme.parse(at.getString(10));
        int index = at.getInt(12);
        Set<Integer> missing = new TreeSet<>(indexes(at.getArray(13)));
        long since = at.getLong(14);
        boolean isQueued = !at.wasNull();
        boolean isKnown = !missing.add(index);
        RepairRow row = RepairRow.of(
                new ObjectKey(at.getString(1), at.getString(2)),
                WriteKey.of(writeId),
                content,
                scheme,
                List.copyOf(missing),
                isQueued ? since : now);
        return new Found(
                at.getLong(3),
                at.getLong(11),
                isQueued,
                isKnown,
                RepairTask.bytes(content, scheme, List.of(index)),
                row);
    }

    private static List<Integer> indexes(@Nullable Array array) throws SQLException {
        return array == null ? List.of() : List.of((Integer[]) array.getArray());
    }

    private static Set<ObjectKey> mark(Connection connection, List<Found> page) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MARK)) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "text",
                            page.stream().map(object -> object.row.id.bucket()).toArray()));
            statement.setArray(
                    2,
                    connection.createArrayOf(
                            "text",
                            page.stream().map(object -> object.row.id.key()).toArray()));
            statement.setObject(3, page.stream().mapToLong(Found::version).toArray());
            Set<ObjectKey> marked = new HashSet<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    marked.add(new ObjectKey(rows.getString(1), rows.getString(2)));
                }
            }
            return marked;
        }
    }
}
