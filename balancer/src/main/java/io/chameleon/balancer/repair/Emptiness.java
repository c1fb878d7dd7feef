package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.transport.client.FragmentPage;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a server that was drained holds nothing any more that counts. */
final class Emptiness {
    private static final Logger LOG = LoggerFactory.getLogger(Emptiness.class);

    private final RepairTable table;
    private final GarbageTable garbage;
    private final FlashServers servers;
    private final Duration grace;
    private final int mostPerPage;

    Emptiness(RepairTable table, GarbageTable garbage, FlashServers servers, Duration grace, int mostPerPage) {
        this.table = table;
        this.garbage = garbage;
        this.servers = servers;
        this.grace = grace;
        this.mostPerPage = mostPerPage;
    }

    /**
     * Nothing on it is live or may become so. A server that does not answer is empty once no commit can name it any
     * more.
     */
    boolean isSure(Evacuation drain, ClusterView view, long nowMillis) {
        ServerInfo server = view.server(drain.server()).orElse(null);
        if (server == null || !server.isReadable()) {
            return nowMillis - drain.sinceMillis()
                    >= grace.plus(Evacuation.UNDER_WAY).toMillis();
        }
        try {
            @Nullable FragmentId after = null;
            FragmentPage page;
            do {
                page = servers.list(server, 0, after, this.mostPerPage);
                Set<WriteId> writes = new HashSet<>();
                page.fragments().forEach(entry -> writes.add(entry.id().writeId()));
                if (!writes.isEmpty()
                        && !garbage.liveWrites(server.id(), writes).isEmpty()) {
                    return false;
                }
                after = page.fragments().isEmpty()
                        ? null
                        : page.fragments().getLast().id();
            } while (page.more() && after != null);
            return true;
        } catch (ChameleonError e) {
            LOG.info("server {} cannot say whether it is empty: {}", server.id(), e.getMessage());
            return false;
        }
    }

    /** Whether the table has any object there. */
    boolean hasObjects(ServerId server) {
        ServerObjects objects = table.objectsOn(server, null, mostPerPage);
        while (objects.objects().isEmpty() && objects.next() != null) {
            objects = table.objectsOn(server, objects.next(), mostPerPage);
        }
        return !objects.objects().isEmpty();
    }
}
