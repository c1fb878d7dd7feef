package io.chameleon.lab.emulator;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.redundancy.WriteHeat;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.simssd.FlashGeometry;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The mapping table of a virtual cluster: a row for each object of the workload, changed by {@link MappingRules} alone,
 * with the same queries as the real one. Not safe from several threads.
 */
final class VirtualObjects {
    private static final String NO_TYPE = "";

    private final Workload workload;
    private final Supplier<WriteId> writeIds;
    private final String bucket;
    private final @Nullable ObjectMapping[] rows;
    private final double[] accessScores;
    private final HeatIndex heat;
    private final @Nullable GroupHeat groups;
    private Redirects redirects;
    private final BitSet pending = new BitSet();
    private final int[] byName;
    private final Map<RedundancyState, Long> bytesByState = new EnumMap<>(RedundancyState.class);

    /** Groups are not counted. */
    VirtualObjects(Workload workload, String bucket, Supplier<WriteId> writeIds) {
        this(workload, bucket, 0, FlashGeometry.DEFAULT_PAGE_BYTES, writeIds);
    }

    /** @param ranges 0: groups are not counted */
    VirtualObjects(Workload workload, String bucket, int ranges, int pageBytes, Supplier<WriteId> writeIds) {
        this.workload = workload;
        this.bucket = bucket;
        this.writeIds = writeIds;
        rows = new ObjectMapping[workload.objects()];
        accessScores = new double[workload.objects()];
        heat = new HeatIndex(workload.objects());
        groups = ranges == 0 ? null : new GroupHeat(new HashRanges(ranges), pageBytes);
        redirects = Redirects.none(new HashRanges(Math.max(1, ranges)));
        byName = NamesInOrder.of(workload.objects());
    }

    ObjectId id(int object) {
        ObjectMapping row = rows[object];
        return row == null ? new ObjectId(bucket, Integer.toString(object)) : row.id();
    }

    /** The number of an object of {@link #id}. */
    int number(ObjectId id) {
        return Integer.parseInt(id.key());
    }

    /** The row of an object that exists. */
    ObjectMapping row(int object) {
        ObjectMapping row = rows[object];
        if (row == null) {
            throw new IllegalStateException("object " + object + " does not exist");
        }
        return row;
    }

    /** The row as a writer sees it: its group may be redirected. */
    ObjectMapping rowForWrite(int object) {
        return redirects.applied(row(object));
    }

    /** A client wrote to the servers of {@code used}. */
    void commit(int object, Placement used, long epoch, long millis) {
        WriteId writeId = writeIds.get();
        ObjectContent content = new ObjectContent(
                writeId, workload.objectBytes(object), ObjectContent.MAX_SEGMENT_BYTES, 0, NO_TYPE, Map.of());
        Commit commit = new Commit(id(object), content, used, List.of(), Condition.NONE);
        ObjectMapping row =
                MappingRules.committed(rows[object], commit, epoch, millis).row();
        ObjectMapping before = rows[object];
        set(object, row);
        if (groups != null) {
            groups.changed(before, row, epoch);
        }
        heat.put(object, row.heatScore());
        accessScores[object] = WriteHeat.written(accessScores[object], epoch);
    }

    boolean exists(int object) {
        return rows[object] != null;
    }

    /** The row, what it waits for and its heat go (reading 17). */
    void delete(int object) {
        bytesByState.merge(row(object).state(), -(long) workload.objectBytes(object), VirtualObjects::sumOrNothing);
        pending.clear(object);
        heat.remove(object);
        accessScores[object] = WriteHeat.NEVER_WRITTEN;
        rows[object] = null;
    }

    void countRead(int object, long epoch) {
        accessScores[object] = WriteHeat.written(accessScores[object], epoch);
    }

    double accessHeat(int object, long epoch) {
        return WriteHeat.heat(accessScores[object], epoch);
    }

    /** Applies a remap unless the row has changed since it was planned (reading 16). */
    Remap.Outcome remap(Remap remap) {
        int object = number(remap.id());
        ObjectMapping before = row(object);
        if (before.version() != remap.expectedVersion()) {
            return Remap.Outcome.STALE;
        }
        set(object, MappingRules.remapped(before, remap));
        return Remap.Outcome.APPLIED;
    }

    /** The object was copied to its destination in bulk. */
    void migrated(int object, long epoch) {
        ObjectMapping before = row(object);
        boolean recoded = before.live().policy() != before.destination().policy();
        WriteId writeId = recoded ? writeIds.get() : before.writeId();
        Migration migration = new Migration(before.id(), before.version(), writeId, epoch);
        ObjectMapping row = MappingRules.migrated(before, migration).row();
        set(object, row);
        if (groups != null) {
            groups.changed(before, row, epoch);
        }
    }

    /** Redirects groups from now on, except for objects hotter than {@code maxScore}. */
    void redirect(List<Redirect> more, double maxScore) {
        redirects = redirects.with(more, maxScore);
    }

    Redirects redirects() {
        return redirects;
    }

    /** The hottest groups; none if they are not counted. */
    List<GroupHeat.Of> groups(int limit, long epoch) {
        return groups == null ? List.of() : groups.hottest(limit, epoch);
    }

    /** The score of the coldest of the hottest objects; no objects are colder if there are no more. */
    double scoreBelowHottest(int limit) {
        if (limit >= rows.length) {
            return Double.NEGATIVE_INFINITY;
        }
        double[] coldest = {Double.POSITIVE_INFINITY};
        heat.hottest(
                limit, object -> coldest[0] = Math.min(coldest[0], row(object).heatScore()));
        return coldest[0];
    }

    private void set(int object, ObjectMapping row) {
        ObjectMapping before = rows[object];
        if (before == null || before.state() != row.state()) {
            long bytes = workload.objectBytes(object);
            if (before != null) {
                bytesByState.merge(before.state(), -bytes, VirtualObjects::sumOrNothing);
            }
            bytesByState.merge(row.state(), bytes, Long::sum);
            pending.set(object, row.state().isIntermediate());
        }
        rows[object] = row;
    }

    private static @Nullable Long sumOrNothing(Long a, Long b) {
        return a + b == 0 ? null : Long.valueOf(a + b);
    }

    Map<RedundancyState, Long> bytesByState() {
        return Map.copyOf(bytesByState);
    }

    /**
     * Visits the {@code limit} hottest and the {@code limit} coldest objects and all in an intermediate state; each
     * once, in the order of their names, which is that of a snapshot.
     */
    void candidates(int limit, IntConsumer visitor) {
        BitSet seen = (BitSet) pending.clone();
        heat.hottest(limit, seen::set);
        heat.coldest(limit, seen::set);
        for (int object : byName) {
            if (seen.get(object)) {
                visitor.accept(object);
            }
        }
    }
}
