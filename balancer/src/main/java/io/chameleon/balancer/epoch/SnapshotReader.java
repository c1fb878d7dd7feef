package io.chameleon.balancer.epoch;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.wear.WearReport;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.Schemes;
import io.chameleon.policy.ServerHistory;
import io.chameleon.policy.ServerLoad;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Assembles what a policy may know: wear of the servers, and the objects that can matter, by index scans. It remembers
 * the reports of ended epochs, whichever process ended them. So from the second one on it knows how much is written to
 * each server.
 */
final class SnapshotReader {
    /** Some for each hash range, since groups split as their objects move. */
    static final int MOST_GROUPS = 2 * HashRanges.OF_OBJECTS.count();

    private final FlashServers servers;
    private final RemapTable table;
    private final int candidates;
    private final AtomicReference<ServerHistory> history = new AtomicReference<>(ServerHistory.EMPTY);
    /** The epoch that a standby saw last; 0: none. */
    private long watched;

    SnapshotReader(FlashServers servers, RemapTable table, int candidates) {
        this.servers = servers;
        this.table = table;
        this.candidates = candidates;
    }

    /** The cluster at the end of an epoch, which is remembered. Throws as {@link #preview}. */
    Seen read(BalancerEpoch ended) {
        return snapshot(ended, true);
    }

    /**
     * The cluster if {@code current} ended now: all intents, the hottest and the coldest objects, the others in groups.
     *
     * @throws ChameleonError UNAVAILABLE if most servers are silent: the network is the likelier culprit, and a policy
     *     would withdraw every intent that leads to them
     */
    Seen preview(BalancerEpoch current) {
        return snapshot(current, false);
    }

    /**
     * While another process leads, remembers what servers report at the end of each epoch that this one sees end. So a
     * standby plans as the leader does, and knows what it needs when it takes over. One call at a time, more often than
     * epochs end.
     */
    void watch() {
        long current = table.balancerEpoch().epoch();
        if (watched != 0 && current > watched) {
            remember(current - 1, servers.wear(servers.view()).values());
        }
        watched = current;
    }

    /** The bulk copies of a plan are done: what they wrote is not part of the epoch that follows. */
    void copiesAreDone() {
        Collection<WearReport> reports = servers.wear(servers.view()).values();
        ServerHistory unused = history.updateAndGet(known -> known.afterCopies(reports));
    }

    private void remember(long epoch, Collection<WearReport> reports) {
        ServerHistory unused = history.updateAndGet(known -> known.with(epoch, reports));
    }

    private Seen snapshot(BalancerEpoch of, boolean ended) {
        long epoch = of.epoch();
        ClusterView view = servers.view();
        Map<ServerInfo, WearReport> wear = servers.wear(view);
        long asked = view.servers().stream().filter(ServerInfo::isReadable).count();
        if (2L * wear.size() < asked) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "only " + wear.size() + " of " + asked + " servers told their wear, too few to plan on");
        }
        ServerHistory known = Objects.requireNonNull(history.get()).with(epoch, wear.values());
        if (ended) {
            remember(epoch, wear.values());
        }
        List<ServerLoad> loads = wear.entrySet().stream()
                .map(entry -> ServerLoad.of(
                        entry.getValue(),
                        entry.getKey(),
                        known.of(entry.getKey().id())))
                .toList();
        ListedRows rows = ListedRows.read(table, epoch, candidates);
        List<Candidate> objects =
                rows.listed().stream().map(row -> Candidate.of(row, epoch)).toList();
        List<ObjectGroup> groups = rows.planGroups() ? groups(epoch, rows.listed(), loads) : List.of();
        return new Seen(
                new ClusterSnapshot(
                        epoch,
                        loads,
                        objects,
                        groups,
                        new Schemes(view.rep(), view.ec(), servers.bucketSchemes()),
                        servers.ring(view)),
                rows.hottestScore());
    }

    private List<ObjectGroup> groups(long epoch, Collection<ObjectMapping> listed, List<ServerLoad> loads) {
        List<Candidate> counted = listed.stream()
                .filter(GroupHeat::counts)
                .map(row -> Candidate.of(row, epoch))
                .toList();
        return ObjectGroup.of(table.hottestGroups(epoch, MOST_GROUPS), table.redirects(), counted, loads);
    }

    /**
     * What a plan is made on.
     *
     * @param hottestScore heat score of the coldest of the hottest objects: what is hotter is listed, and not
     *     redirected with its group
     */
    record Seen(ClusterSnapshot snapshot, double hottestScore) {}
}
