package io.chameleon.metadata.routing;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The balancer's port. Plans and groups are in the first database; rows are where their buckets are.
 *
 * <p>Each database has a fence of its own, and all of them have the same. A claim raises that of the first, which
 * decides who comes later, and then the others in the order of their numbers. It returns when all have it. So whatever
 * a leader changes in any database comes after the last change by its predecessors in every database. A leader whose
 * claim has not returned does nothing yet. If a claim fails half-way, its predecessor is refused wherever the fence has
 * risen, and nobody leads until a claim succeeds.
 *
 * <p>The end of an epoch goes the other way: the first database comes last, and its epoch is the cluster's. Whoever
 * repeats an end that failed half-way ends the same epoch.
 */
public final class RoutedRemapTable implements RemapTable {
    private static final Comparator<ObjectMapping> BY_ID = Comparator.comparing(ObjectMapping::id);
    private static final Comparator<ObjectMapping> BY_HEAT = Comparator.comparingDouble(ObjectMapping::heatScore);

    private final Databases databases;

    public RoutedRemapTable(Databases databases) {
        this.databases = databases;
    }

    @Override
    public BalancerEpoch balancerEpoch() {
        return databases.first().remaps().balancerEpoch();
    }

    @Override
    public BalancerEpoch claim(String holder) {
        BalancerEpoch known = BalancerEpoch.INITIAL;
        for (DatabaseTables database : databases.further()) {
            BalancerEpoch there = database.remaps().balancerEpoch();
            known = new BalancerEpoch(
                    Math.max(known.fence(), there.fence()), Math.max(known.epoch(), there.epoch()), "", 0);
        }
        // An end of the epoch that failed half-way is repeated by whoever leads: it is not an epoch yet.
        long ended = databases.first().remaps().balancerEpoch().epoch() + 1;
        BalancerEpoch claimed = databases
                .first()
                .remaps()
                .claim(holder, new BalancerEpoch(known.fence(), known.epoch() > ended ? known.epoch() : 1, "", 0));
        databases.further().forEach(database -> database.remaps().follow(claimed));
        return claimed;
    }

    @Override
    public BalancerEpoch advanceEpoch(long fence) {
        BalancerEpoch now = balancerEpoch();
        if (now.fence() == fence) {
            databases.further().forEach(database -> database.remaps().enterEpoch(fence, now.epoch() + 1));
        }
        return databases.first().remaps().advanceEpoch(fence);
    }

    @Override
    public List<ObjectMapping> hottest(int limit) {
        return databases.merged(
                database -> database.remaps().hottest(limit), BY_HEAT.reversed().thenComparing(BY_ID), limit);
    }

    @Override
    public List<ObjectMapping> coldest(int limit) {
        return databases.merged(database -> database.remaps().coldest(limit), BY_HEAT.thenComparing(BY_ID), limit);
    }

    @Override
    public List<ObjectMapping> pending(long epoch, @Nullable Position after, int limit) {
        return databases.merged(
                database -> database.remaps().pending(epoch, after, limit),
                Comparator.comparingLong(ObjectMapping::remapEpoch).thenComparing(BY_ID),
                limit);
    }

    @Override
    public Map<RedundancyState, Long> countByState() {
        Map<RedundancyState, Long> all = new EnumMap<>(RedundancyState.class);
        databases
                .all()
                .forEach(database ->
                        database.remaps().countByState().forEach((state, rows) -> all.merge(state, rows, Long::sum)));
        return all;
    }

    @Override
    public void storePlan(long fence, StoredPlan plan) {
        databases.first().remaps().storePlan(fence, plan);
    }

    @Override
    public Optional<StoredPlan> openPlan() {
        return databases.first().remaps().openPlan();
    }

    @Override
    public void completePlan(long fence, long epoch) {
        databases.first().remaps().completePlan(fence, epoch);
    }

    /**
     * {@inheritDoc}
     *
     * <p>One transaction in each database that has some of the rows. If one fails, those before it stay applied; a
     * remap that is repeated is known.
     */
    @Override
    public List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
        return remaps.isEmpty()
                ? databases.first().remaps().remap(fence, remaps)
                : databases.each(
                        remaps,
                        remap -> remap.id().bucket(),
                        databases::of,
                        (database, some) -> database.remaps().remap(fence, some));
    }

    @Override
    public Remap.Outcome migrate(long fence, Migration migration) {
        return databases.in(migration.id(), database -> database.remaps().migrate(fence, migration));
    }

    /** The write's row is in one of them, and so are its rows of the outbox. */
    @Override
    public Set<ServerId> barredServers(WriteId writeId) {
        Set<ServerId> barred = new HashSet<>();
        databases.all().forEach(database -> barred.addAll(database.remaps().barredServers(writeId)));
        return barred;
    }

    @Override
    public List<GroupHeat.Of> hottestGroups(long epoch, int limit) {
        return databases.first().remaps().hottestGroups(epoch, limit);
    }

    @Override
    public Redirects redirects() {
        return databases.first().remaps().redirects();
    }

    @Override
    public void redirect(long fence, List<Redirect> redirects, double maxScore) {
        databases.first().remaps().redirect(fence, redirects, maxScore);
    }

    /** One of them after the other, so that a call takes no longer than with one. */
    @Override
    public int compact(long fence, long epoch) {
        for (DatabaseTables database : databases.all()) {
            int dropped = database.remaps().compact(fence, epoch);
            if (dropped > 0) {
                return dropped;
            }
        }
        return 0;
    }
}
