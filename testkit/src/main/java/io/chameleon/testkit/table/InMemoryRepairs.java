package io.chameleon.testkit.table;

import static java.util.Objects.requireNonNull;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Damage that the rows record, and the repairs that change it; the caller has checked the fence. Not thread-safe. */
final class InMemoryRepairs {
    private final InMemoryRows rows;
    private final Map<ServerId, String> devices = new HashMap<>();

    InMemoryRepairs(InMemoryRows rows) {
        this.rows = rows;
    }

    /** Records damage of the current version; returns whether any is new. */
    boolean degrade(Damage damage, long now) {
        ObjectMapping row = rows.objects().get(damage.id());
        if (row == null || !row.writeId().equals(damage.writeId())) {
            return false;
        }
        RepairQueue queue = rows.repairs();
        RepairQueue.Entry known = queue.get(row.id());
        List<Integer> missing = queue.merged(row.id(), damage.indexesOf(row));
        if (missing.isEmpty() || (known != null && known.missing().equals(missing))) {
            return false;
        }
        rows.objects().put(row.id(), MappingRules.damaged(row));
        queue.put(row, missing, known == null ? now : known.sinceMillis());
        return true;
    }

    /** Records all of it; returns how much is new. */
    int degrade(List<Damage> damage, long now) {
        return (int) damage.stream().filter(one -> degrade(one, now)).count();
    }

    int degrade(ServerId server, List<FragmentId> damaged, long now) {
        Map<WriteId, ObjectMapping> byWrite = new HashMap<>();
        rows.objects().values().forEach(row -> byWrite.put(row.writeId(), row));
        return degrade(
                damaged.stream()
                        .flatMap(fragment -> Damage.of(byWrite.get(fragment.writeId()), server, fragment).stream())
                        .toList(),
                now);
    }

    List<RepairTask> due(int limit, long now) {
        rows.outbox().forget(now); // its rows bar servers
        return rows.repairs().due(now, limit).stream()
                .map(id -> task(requireNonNull(rows.objects().get(id)), now))
                .toList();
    }

    private RepairTask task(ObjectMapping row, long now) {
        RepairQueue.Entry entry = rows.repairs().get(row.id());
        Set<ServerId> barred = new HashSet<>(rows.outbox().serversOf(row.writeId()));
        barred.addAll(rows.repairs().barred(now));
        return entry == null
                ? new RepairTask(row, List.of(), barred, 0, 0)
                : new RepairTask(row, entry.missing(), barred, entry.sinceMillis(), entry.attempts());
    }

    Remap.Outcome repair(Repair repair, long now) {
        ObjectMapping before = rows.objects().get(repair.id());
        if (before == null || before.version() != repair.expectedVersion()) {
            return InMemoryRemaps.notApplied(before, before != null && MappingRules.alreadyApplied(before, repair));
        }
        Outbox outbox = rows.outbox();
        outbox.forget(now);
        MappingRules.Change change = MappingRules.repaired(before, repair);
        ObjectMapping row = change.row();
        List<ServerId> added = row.live().servers().stream()
                .filter(server -> !before.live().servers().contains(server))
                .toList();
        if (outbox.knowsAny(row.writeId(), added)
                || !Collections.disjoint(rows.repairs().barred(now), added)) {
            return Remap.Outcome.STALE;
        }
        RepairQueue queue = rows.repairs();
        RepairQueue.Entry known = queue.get(row.id());
        rows.objects().put(row.id(), row);
        if (row.degraded()) {
            queue.put(row, repair.missing(), known == null ? now : known.sinceMillis());
        } else {
            queue.remove(row.id());
        }
        outbox.add(before.writeId(), change.garbageOn(), now);
        queue.done(change.garbageOn(), repair.bytes(), now);
        if (!added.isEmpty()) {
            long epoch = rows.leadership().current().epoch();
            rows.log().add(EpochLogEntry.of(before, row, RedundancyEvent.REPAIRED, epoch, repair.reason(), now));
        }
        return Remap.Outcome.APPLIED;
    }

    void postpone(ObjectId id, WriteId writeId, long dueMillis, String problem) {
        ObjectMapping row = rows.objects().get(id);
        if (row != null && row.writeId().equals(writeId)) {
            rows.repairs().postpone(id, dueMillis, problem);
        }
    }

    /** A server that had another device before has lost its data. */
    void registered(ServerInfo server, long now) {
        String device = server.identity().device();
        if (!device.isEmpty()) {
            String before = devices.put(server.id(), device);
            if (before != null && !before.equals(device)) {
                rows.repairs().emptied(server.id(), now);
            }
        }
    }

    void forget(ServerId server, long now) {
        RepairQueue queue = rows.repairs();
        long degraded = rows.objects().values().stream()
                .filter(row -> row.degraded() && row.live().servers().contains(server))
                .count();
        boolean holdsObjects = rows.objects().values().stream()
                .anyMatch(row -> row.live().servers().contains(server));
        Evacuation.requireEmptied(server, queue.evacuationsOf(server), degraded, holdsObjects);
        queue.endAll(server);
        devices.remove(server);
        rows.halts().remove(server);
        Outbox outbox = rows.outbox();
        List<Long> waiting = outbox.waitingSince(List.of(server), Long.MAX_VALUE, Integer.MAX_VALUE).stream()
                .map(Garbage::id)
                .toList();
        outbox.collected(waiting, now, rows.grace());
    }

    ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit, long now) {
        List<ObjectMapping> page = rowsOn(server, after, limit);
        return new ServerObjects(page.stream().map(row -> task(row, now)).toList(), next(page, limit));
    }

    private List<ObjectMapping> rowsOn(ServerId server, @Nullable ObjectId after, int limit) {
        return (after == null ? rows.objects() : rows.objects().tailMap(after, false))
                .values().stream()
                        .filter(row -> row.live().servers().contains(server))
                        .limit(limit)
                        .toList();
    }

    private static @Nullable ObjectId next(List<ObjectMapping> page, int limit) {
        return page.size() < limit ? null : page.get(limit - 1).id();
    }

    Optional<Evacuation> walk(Evacuation at, int limit, long now) {
        RepairQueue queue = rows.repairs();
        if (queue.same(at) == null) {
            return Optional.empty();
        }
        List<ObjectMapping> page = rowsOn(at.server(), at.cursor(), limit);
        long found = 0;
        long bytes = 0;
        for (ObjectMapping row : page) {
            int index = row.live().servers().indexOf(at.server());
            if (at.concerns(row.modifiedMillis()) && suspect(row, index, at.kind(), now)) {
                found++;
                bytes += RepairTask.bytes(row, List.of(index));
            }
        }
        Evacuation after = at.at(next(page, limit), found, found, bytes);
        Evacuation to = after.cursor() == null ? after.walked(now) : after;
        queue.progress(to);
        if (to.isFinished() && to.kind() == Evacuation.Kind.EMPTIED) {
            queue.end(to.server(), to.kind());
        }
        return Optional.of(to);
    }

    /**
     * For a lost server, known damage needs no change. For a replaced device, even a repair in progress may have
     * written to the old one, so the version must advance.
     */
    private boolean suspect(ObjectMapping row, int index, Evacuation.Kind kind, long now) {
        RepairQueue queue = rows.repairs();
        RepairQueue.Entry known = queue.get(row.id());
        if (known != null && known.missing().contains(index) && kind == Evacuation.Kind.LOST) {
            return false;
        }
        rows.objects().put(row.id(), MappingRules.damaged(row));
        queue.put(row, queue.merged(row.id(), List.of(index)), known == null ? now : known.sinceMillis());
        return true;
    }
}
