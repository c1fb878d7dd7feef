package io.chameleon.balancer;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.GarbageTable;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.client.FragmentPage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds orphans, the fragments of writes whose client died before its commit (design section 4). A fragment older than the
 * grace period whose write is not live on its server is garbage for certain: metadata refuses commits of that age.
 *
 * <p>Clocks of writers and of this process may differ, so twice the grace period is waited.
 */
public final class Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
    private static final int PAGE = 1_000;

    private final GarbageTable table;
    private final FlashServers servers;
    private final InstantSource clock;
    private final Duration grace;
    private final Duration timeout;

    Reconciler(GarbageTable table, FlashServers servers, InstantSource clock, Duration grace, Duration timeout) {
        this.table = table;
        this.servers = servers;
        this.clock = clock;
        this.grace = grace;
        this.timeout = timeout;
    }

    /** Goes once over all servers that can be reached. Returns the fragments deleted. */
    public int reconcile() {
        int deleted = 0;
        for (ServerInfo server : servers.view().servers()) {
            if (server.isReadable()) {
                try {
                    deleted += reconcile(server);
                } catch (RuntimeException e) {
                    LOG.warn("could not look for orphans on {}: {}", server.id(), e.getMessage());
                }
            }
        }
        return deleted;
    }

    private int reconcile(ServerInfo server) {
        long olderThan = clock.millis() - 2 * grace.toMillis();
        if (olderThan <= 0) {
            return 0;
        }
        Endpoint endpoint = Endpoint.of(server);
        int deleted = 0;
        @Nullable FragmentId after = null;
        FragmentPage page;
        do {
            page = Calls.await(servers.client().list(endpoint, olderThan, after, PAGE, timeout));
            Set<WriteId> writes = new LinkedHashSet<>();
            for (FragmentPage.Entry entry : page.fragments()) {
                writes.add(entry.id().writeId());
                after = entry.id();
            }
            Set<WriteId> orphans = new HashSet<>(writes);
            orphans.removeAll(table.liveWrites(server.id(), writes));
            if (!orphans.isEmpty()) {
                deleted += Calls.await(servers.client().delete(endpoint, orphans, timeout));
                LOG.info("deleted {} orphaned writes on {}", orphans.size(), server.id());
            }
        } while (page.more());
        return deleted;
    }
}
