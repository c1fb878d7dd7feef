package io.chameleon.emulator;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.Remap;
import io.chameleon.emulator.workload.Workload;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ColdMigration;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.WearPolicies;
import io.chameleon.policy.WearPolicy;
import java.util.ArrayList;
import java.util.List;

/** The end of an epoch: what the live balancer does with its snapshot, its policy and its plan, on the virtual cluster. */
final class EpochBalancing {
    private final VirtualCluster cluster;
    private final ClusterSpec spec;
    private final Workload workload;
    private final VirtualObjects objects;
    private final BulkCopies copies;
    private final WearPolicy policy;
    private final int candidates;
    private long remaps;
    private long stale;
    private long bulk;

    /** What one epoch's plan came to. */
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
        int applied = 0;
        for (Remap remap : plan.remaps()) {
            if (objects.remap(remap) == Remap.Outcome.APPLIED) {
                applied++;
            } else {
                stale++;
            }
        }
        int copied = 0;
        for (ColdMigration migration : plan.migrations()) {
            int object = objects.number(migration.id());
            if (objects.row(object).version() == migration.version()
                    && copies.copy(object, workload.objectBytes(object), nanos, epoch)) {
                copied++;
            }
        }
        remaps += applied;
        bulk += copied;
        return new Done(applied, copied);
    }

    private ClusterSnapshot snapshot(long epoch) {
        List<ServerLoad> loads = new ArrayList<>(cluster.servers().size());
        for (VirtualServer server : cluster.servers()) {
            long bytes = (long) server.capacityPages() * spec.pageBytes();
            ServerInfo info = new ServerInfo(server.id(), "", 0, "", bytes, ServerInfo.Status.UP);
            loads.add(ServerLoad.of(server.report(), info));
        }
        List<Candidate> seen = new ArrayList<>();
        objects.candidates(candidates, object -> seen.add(Candidate.of(objects.row(object), epoch)));
        return new ClusterSnapshot(epoch, loads, seen, spec.rep(), spec.ec(), cluster.ring());
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
