package io.chameleon.lab.emulator;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.wear.WearReport;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.Schemes;
import io.chameleon.policy.ServerHistory;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.choice.WearPolicies;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of an epoch: what the live balancer does with its snapshot, its policy and its plan, on the virtual cluster.
 */
final class EpochBalancing {
    private static final String UNZONED = "";

    /** Hottest groups that a policy is shown, however many there are. */
    private static final int MOST_GROUPS = 65_536;

    private final VirtualCluster cluster;
    private final ClusterSpec spec;
    private final Workload workload;
    private final VirtualObjects objects;
    private final BulkCopies copies;
    private final WearPolicy policy;
    private final int candidates;
    private ServerHistory history = ServerHistory.EMPTY;
    private long remaps;
    private long stale;
    private long bulk;

    /** The result of one epoch's plan. */
    record Done(int remaps, int bulk) {}

    EpochBalancing(
            EmulationSpec spec, Workload workload, VirtualCluster cluster, VirtualObjects objects, BulkCopies copies) {
        this.cluster = cluster;
        this.spec = spec.cluster();
        this.workload = workload;
        this.objects = objects;
        this.copies = copies;
        this.candidates = spec.candidates();
        policy = WearPolicies.byName(spec.policy(), spec.config());
    }

    Done end(long epoch, long nanos) {
        BalancePlan plan = policy.plan(snapshot(epoch));
        objects.redirect(plan.redirects(), objects.scoreBelowHottest(candidates));
        int applied = 0;
        for (Remap remap : plan.remaps()) {
            if (objects.remap(remap) == Remap.Outcome.APPLIED) {
                applied++;
            } else {
                stale++;
            }
        }
        int copied = 0;
        for (BulkMigration migration : plan.migrations()) {
            int object = objects.number(migration.id());
            if (migration.isStillOf(objects.row(object))
                    && copies.copy(object, workload.objectBytes(object), nanos, epoch)) {
                copied++;
            }
        }
        if (copied > 0) {
            history = history.afterCopies(reports());
        }
        remaps += applied;
        bulk += copied;
        return new Done(applied, copied);
    }

    /** Records what the servers report at the end of an epoch; {@link #end} does so itself. */
    List<WearReport> observe(long epoch) {
        List<WearReport> reports = reports();
        history = history.with(epoch, reports);
        return reports;
    }

    private List<WearReport> reports() {
        return cluster.servers().stream().map(VirtualServer::report).toList();
    }

    private ClusterSnapshot snapshot(long epoch) {
        List<WearReport> reports = observe(epoch);
        List<ServerLoad> loads = new ArrayList<>(reports.size());
        for (WearReport report : reports) {
            long bytes = report.capacityPages() * spec.pageBytes();
            ServerInfo info = new ServerInfo(report.server(), "", 0, UNZONED, bytes, ServerInfo.Status.UP);
            loads.add(ServerLoad.of(report, info, history.of(report.server())));
        }
        List<Candidate> seen = new ArrayList<>();
        List<Candidate> counted = new ArrayList<>();
        objects.candidates(candidates, object -> {
            ObjectMapping row = objects.row(object);
            Candidate candidate = Candidate.of(row, epoch, objects.accessHeat(object, epoch));
            seen.add(candidate);
            if (GroupHeat.counts(row)) {
                counted.add(candidate);
            }
        });
        List<ObjectGroup> groups =
                ObjectGroup.of(objects.groups(MOST_GROUPS, epoch), objects.redirects(), counted, loads);
        return new ClusterSnapshot(epoch, loads, seen, groups, new Schemes(spec.rep(), spec.ec()), cluster.ring());
    }

    long remaps() {
        return remaps;
    }

    long stale() {
        return stale;
    }

    /** Objects copied in bulk. */
    long bulk() {
        return bulk;
    }
}
