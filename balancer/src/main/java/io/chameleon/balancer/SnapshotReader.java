package io.chameleon.balancer;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.RemapTable;
import io.chameleon.core.wear.WearReport;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ServerHistory;
import io.chameleon.policy.ServerLoad;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts together what a policy may know: wear of the servers, and the objects that can matter, by index scans. Remembers the
 * reports of ended epochs, so a new leader knows from the end of its second epoch on how much is written to each server.
 */
final class SnapshotReader {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotReader.class);
    /** So many times the candidates of one kind are the most intents that a plan can look after. */
    static final int INTENTS_OF_A_CANDIDATE = 10;

    private final FlashServers servers;
    private final RemapTable table;
    private final int candidates;
    private final InstantSource clock;
    private volatile ServerHistory history = ServerHistory.EMPTY;
    private volatile Begin begin = new Begin(Long.MIN_VALUE, Candidate.UNKNOWN_BEGIN);

    /** When an epoch began. A new leader has not seen it, and knows from the end of its first epoch on. */
    private record Begin(long epoch, long millis) {
        long of(long asked) {
            return asked == epoch ? millis : Candidate.UNKNOWN_BEGIN;
        }
    }

    /** @param clock tells when an epoch began; rows are dated by the clocks of metadata, which are near enough */
    SnapshotReader(FlashServers servers, RemapTable table, int candidates, InstantSource clock) {
        this.servers = servers;
        this.table = table;
        this.candidates = candidates;
        this.clock = clock;
    }

    /** The cluster at the end of {@code epoch}, which is remembered. Throws as {@link #preview}. */
    ClusterSnapshot read(long epoch) {
        return snapshot(epoch, true);
    }

    /**
     * The cluster if {@code epoch} ended now: all intents, the hottest and the coldest objects.
     *
     * @throws ChameleonError UNAVAILABLE if most servers are silent: that is more likely our fault than theirs, and a policy would
     *     withdraw every intent that leads to them
     */
    ClusterSnapshot preview(long epoch) {
        return snapshot(epoch, false);
    }

    private ClusterSnapshot snapshot(long epoch, boolean ended) {
        ClusterView view = servers.view();
        Map<ServerInfo, WearReport> wear = servers.wear(view);
        long asked = view.servers().stream().filter(ServerInfo::isReadable).count();
        if (2L * wear.size() < asked) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "only " + wear.size() + " of " + asked + " servers told their wear, too few to plan on");
        }
        ServerHistory known = history.with(epoch, wear.values());
        long began = begin.of(epoch);
        if (ended) {
            history = known;
            begin = new Begin(epoch + 1, clock.millis());
        }
        List<ServerLoad> loads = wear.entrySet().stream()
                .map(entry -> ServerLoad.of(
                        entry.getValue(),
                        entry.getKey(),
                        known.of(entry.getKey().id())))
                .toList();
        List<Candidate> objects = rows(epoch).stream()
                .map(row -> Candidate.of(row, epoch, began))
                .toList();
        return new ClusterSnapshot(epoch, loads, objects, view.rep(), view.ec(), view.ring());
    }

    /**
     * A plan has to know every intent: what it does not see it neither withdraws nor copies, and plans the same room and wear a second
     * time. So all of them are read; where there are too many for that, nothing else is, so that no plan makes more.
     */
    private Collection<ObjectMapping> rows(long epoch) {
        Map<ObjectId, ObjectMapping> rows = new LinkedHashMap<>();
        int most = INTENTS_OF_A_CANDIDATE * candidates;
        RemapTable.@Nullable Position after = null;
        int before;
        do {
            before = rows.size();
            List<ObjectMapping> page = table.pending(epoch, after, Math.min(candidates, most - before));
            page.forEach(row -> add(rows, row));
            after = page.isEmpty() ? after : RemapTable.Position.of(page.getLast());
        } while (rows.size() > before && rows.size() < most);
        if (rows.size() < most) {
            table.hottest(candidates).forEach(row -> add(rows, row));
            table.coldest(candidates).forEach(row -> add(rows, row));
        } else {
            LOG.warn("{} or more objects wait for their next write: no more are planned until there are fewer", most);
        }
        return rows.values();
    }

    /** A row read twice may have changed in between: the later version is the one to plan on. */
    private static void add(Map<ObjectId, ObjectMapping> rows, ObjectMapping row) {
        rows.merge(row.id(), row, (a, b) -> a.version() > b.version() ? a : b);
    }
}
