package io.chameleon.balancer;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.GarbageTable;
import io.chameleon.transport.client.FragmentPage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
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
 * <p>Nothing is deleted here. What is dead is condemned in the transaction that finds it dead, and the {@link Reaper} deletes it: so
 * whatever a leader that was deposed meanwhile still does, it deletes nothing that its successor has made live again.
 *
 * <p>A migration or repair that copies a write to a server which still has old fragments of it is refused once these are condemned. So
 * the lock keeps both out while a page is judged: that saves them a copy in vain, and nothing depends on it.
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

    /** Goes once over all servers that can be reached. Returns the fragments condemned. */
    public int reconcile() {
        int condemned = 0;
        for (ServerInfo server : servers.view().servers()) {
            if (server.isReadable()) {
                condemned += reconcile(server);
            }
        }
        return condemned;
    }

    private int reconcile(ServerInfo server) {
        long olderThan = Math.max(1, clock.millis() - grace.toMillis()); // 0 would be all
        int fragments = 0;
        Set<WriteId> condemned = new HashSet<>();
        try {
            @Nullable FragmentId after = null;
            FragmentPage page;
            do {
                page = servers.list(server, olderThan, after, PAGE);
                if (page.fragments().isEmpty()) {
                    break;
                }
                after = page.fragments().getLast().id();
                condemned.addAll(condemn(server.id(), page));
                fragments += (int) page.fragments().stream()
                        .filter(entry -> condemned.contains(entry.id().writeId()))
                        .count();
            } while (page.more());
        } catch (RuntimeException e) {
            LOG.warn("could not look for all orphans on {}: {}", server.id(), e.getMessage());
        }
        if (fragments > 0) {
            LOG.info("condemned {} fragments of {} orphaned writes on {}", fragments, condemned.size(), server.id());
        }
        return fragments;
    }

    private Set<WriteId> condemn(ServerId server, FragmentPage page) {
        Set<WriteId> writes =
                page.fragments().stream().map(entry -> entry.id().writeId()).collect(Collectors.toSet());
        relocation.lock();
        try {
            return table.condemn(server, writes);
        } finally {
            relocation.unlock();
        }
    }
}
