package io.chameleon.balancer;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.GarbageTable;
import io.chameleon.transport.client.FragmentPage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds orphans, the fragments of writes whose client died before its commit, and of copies that never became live (design
 * section 4).
 *
 * <p>This clock only spares metadata the question about young writes. Whether a write is an orphan, metadata decides by its own
 * clock, the one that refuses late commits; so a clock of ours that is wrong costs time or questions, never a fragment.
 *
 * <p>A migration may give a leftover fragment its life back: remapped to where an earlier copy was abandoned, an object moves
 * under the same write id. So the lock keeps migrations out between the question and the deletion.
 */
public final class Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final int PAGE = 1_000;

    private final GarbageTable table;
    private final FlashServers servers;
    private final InstantSource clock;
    private final Duration grace;
    private final Lock relocation;

    Reconciler(GarbageTable table, FlashServers servers, InstantSource clock, Duration grace, Lock relocation) {
        this.table = table;
        this.servers = servers;
        this.clock = clock;
        this.grace = grace;
        this.relocation = relocation;
    }

    /** Goes once over all servers that can be reached. Returns the fragments deleted. */
    public int reconcile() {
        int deleted = 0;
        for (ServerInfo server : servers.view().servers()) {
            if (server.isReadable()) {
                deleted += reconcile(server);
            }
        }
        return deleted;
    }

    private int reconcile(ServerInfo server) {
        long olderThan = Math.max(1, clock.millis() - grace.toMillis()); // 0 would be all
        int deleted = 0;
        try {
            @Nullable FragmentId after = null;
            FragmentPage page;
            do {
                page = servers.list(server, olderThan, after, PAGE);
                if (page.fragments().isEmpty()) {
                    break;
                }
                after = page.fragments().getLast().id();
                deleted += deleteOrphans(server, page);
            } while (page.more());
        } catch (RuntimeException e) {
            LOG.warn("could not look for all orphans on {}: {}", server.id(), e.getMessage());
        }
        return deleted;
    }

    private int deleteOrphans(ServerInfo server, FragmentPage page) {
        Set<WriteId> orphans = new HashSet<>();
        page.fragments().forEach(entry -> orphans.add(entry.id().writeId()));
        relocation.lock();
        try {
            orphans.removeAll(table.liveWrites(server.id(), Set.copyOf(orphans)));
            if (orphans.isEmpty()) {
                return 0;
            }
            int deleted = Calls.await(servers.delete(server, orphans));
            LOG.info("deleted {} fragments of {} orphaned writes on {}", deleted, orphans.size(), server.id());
            return deleted;
        } finally {
            relocation.unlock();
        }
    }
}
