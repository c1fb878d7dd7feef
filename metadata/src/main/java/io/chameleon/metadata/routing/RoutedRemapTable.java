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
 */
public final class RoutedRemapTable implements RemapTable {
    private static final Comparator<ObjectMapping> BY_ID = Comparator.comparing(ObjectMapping::id);
    private static final Comparator<ObjectMapping> BY_HEAT = Comparator.comparingDouble(ObjectMapping::heatScore);

    private final Databases databases;
    private final ClusterEpoch epoch;

    public RoutedRemapTable(Databases databases) {
        this.databases = databases;
        this.epoch = new ClusterEpoch(databases);
    }

    @Override
    public BalancerEpoch balancerEpoch() {
        return epoch.current();
    }

    @Override
    public BalancerEpoch claim(String holder) {
        return epoch.claim(holder);
    }

    @Override
    public BalancerEpoch advanceEpoch(long fence) {
        return epoch.advance(fence);
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
        return databases.in(
                migration.id().bucket(), database -> database.remaps().migrate(fence, migration));
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
