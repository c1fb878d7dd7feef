package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The balancer's view of the rows and its changes to them; the caller has checked the fence. Not thread-safe. */
final class InMemoryRemaps {
    private static final Comparator<ObjectMapping> BY_ID = Comparator.comparing(ObjectMapping::id);
    private static final Comparator<ObjectMapping> BY_HEAT = Comparator.comparingDouble(ObjectMapping::heatScore);

    private static final Comparator<RemapTable.Position> OLDEST_REMAP =
            Comparator.comparingLong(RemapTable.Position::remapEpoch).thenComparing(RemapTable.Position::id);

    private final InMemoryRows rows;
    private Redirects redirects = Redirects.none(HashRanges.OF_OBJECTS);

    InMemoryRemaps(InMemoryRows rows) {
        this.rows = rows;
    }

    List<ObjectMapping> hottest(int limit) {
        return first(limit, InMemoryRemaps::isMovable, BY_HEAT.reversed().thenComparing(BY_ID));
    }

    List<ObjectMapping> coldest(int limit) {
        return first(limit, InMemoryRemaps::isMovable, BY_HEAT.thenComparing(BY_ID));
    }

    List<ObjectMapping> pending(long epoch, RemapTable.@Nullable Position after, int limit) {
        return first(
                limit,
                row -> row.state().isIntermediate()
                        && row.remapEpoch() <= epoch
                        && (after == null || OLDEST_REMAP.compare(RemapTable.Position.of(row), after) > 0),
                Comparator.comparing(RemapTable.Position::of, OLDEST_REMAP));
    }

    private static boolean isMovable(ObjectMapping row) {
        return !row.content().isInPieces();
    }

    private List<ObjectMapping> first(int limit, Predicate<ObjectMapping> of, Comparator<ObjectMapping> order) {
        return rows.objects().values().stream()
                .filter(of)
                .sorted(order)
                .limit(limit)
                .toList();
    }

    Map<RedundancyState, Long> countByState() {
        Map<RedundancyState, Long> counts = new EnumMap<>(RedundancyState.class);
        rows.objects().values().forEach(row -> counts.merge(row.state(), 1L, Long::sum));
        return counts;
    }

    List<Remap.Outcome> remap(List<Remap> remaps, long now) {
        // Nothing is written before the last remap has passed the rules: all or none.
        Map<ObjectId, ObjectMapping> changed = new LinkedHashMap<>();
        List<EpochLogEntry> entries = new ArrayList<>();
        List<Remap.Outcome> outcomes = new ArrayList<>(remaps.size());
        for (Remap remap : remaps) {
            ObjectMapping before =
                    changed.getOrDefault(remap.id(), rows.objects().get(remap.id()));
            if (before != null && before.version() == remap.expectedVersion()) {
                ObjectMapping after = MappingRules.remapped(before, remap);
                changed.put(after.id(), after);
                entries.add(EpochLogEntry.of(before, after, remap.event(), remap.epoch(), remap.reason(), now));
                outcomes.add(Remap.Outcome.APPLIED);
            } else {
                outcomes.add(notApplied(before, before != null && MappingRules.alreadyApplied(before, remap)));
            }
        }
        rows.objects().putAll(changed);
        entries.forEach(rows.log()::add);
        return outcomes;
    }

    List<GroupHeat.Of> hottestGroups(long epoch, int limit) {
        GroupHeat heats = new GroupHeat(HashRanges.OF_OBJECTS, RedundancyScheme.MIN_SHARD_BYTES);
        rows.objects().values().forEach(row -> heats.changed(null, row, epoch));
        return heats.hottest(limit, epoch);
    }

    Redirects redirects() {
        return redirects;
    }

    void redirect(List<Redirect> more, double maxScore) {
        redirects = redirects.with(more, maxScore);
    }

    void endRedirectsTo(ServerId server) {
        redirects = redirects.without(server);
    }

    Set<ServerId> barredServers(WriteId writeId, long now) {
        rows.outbox().forget(now);
        Set<ServerId> barred = new HashSet<>(rows.outbox().serversOf(writeId));
        barred.addAll(rows.repairs().barred(now));
        return barred;
    }

    Remap.Outcome migrate(Migration migration, long now) {
        ObjectMapping before = rows.objects().get(migration.id());
        if (before == null || before.version() != migration.expectedVersion()) {
            return notApplied(before, before != null && MappingRules.alreadyApplied(before, migration));
        }
        Outbox outbox = rows.outbox();
        outbox.forget(now);
        MappingRules.Change change = MappingRules.migrated(before, migration);
        ObjectMapping row = change.row();
        boolean orphaned = !row.writeId().equals(before.writeId())
                && !MappingRules.mayBecomeLive(row.writeId(), now, rows.grace());
        boolean barred =
                !Collections.disjoint(rows.repairs().barred(now), row.live().servers());
        if (orphaned || barred || outbox.knowsAny(row.writeId(), row.live().servers())) {
            return Remap.Outcome.STALE;
        }
        rows.objects().put(row.id(), row);
        rows.repairs().remove(row.id());
        outbox.add(before.writeId(), change.garbageOn(), now);
        rows.log()
                .add(EpochLogEntry.of(
                        before,
                        row,
                        RedundancyEvent.MIGRATED,
                        migration.epoch(),
                        "moved in bulk before its next write",
                        now));
        return Remap.Outcome.APPLIED;
    }

    /** The outcome of a change that was planned on another version than the row's, or on a row that is gone. */
    static Remap.Outcome notApplied(@Nullable ObjectMapping row, boolean already) {
        if (row == null) {
            return Remap.Outcome.GONE;
        }
        return already ? Remap.Outcome.ALREADY_APPLIED : Remap.Outcome.STALE;
    }
}
