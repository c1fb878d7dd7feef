package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.client.FragmentPage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The inventory of one server: its list first, then the rows that are live there. */
final class ServerInventory {
    private static final Logger LOG = LoggerFactory.getLogger(ServerInventory.class);

    private final ServerInfo server;
    private final RepairTable table;
    private final FlashServers servers;
    private final int fragmentsPerPage;
    private final int rowsPerPage;
    private final long settledMillis;
    private final FragmentSet held = new FragmentSet();
    private boolean listed;
    private @Nullable FragmentId lastFragment;
    private @Nullable ObjectId lastObject;

    /** @param nowMillis by the metadata service's clock */
    ServerInventory(
            ServerInfo server,
            RepairTable table,
            FlashServers servers,
            long nowMillis,
            int fragmentsPerPage,
            int rowsPerPage) {
        this.server = server;
        this.table = table;
        this.servers = servers;
        this.fragmentsPerPage = fragmentsPerPage;
        this.rowsPerPage = rowsPerPage;
        this.settledMillis = nowMillis - Evacuation.UNDER_WAY.toMillis();
    }

    /** Does the next page; throws as {@link Inventory#step}. */
    boolean isOverAfterPage(long fence) {
        if (listed) {
            return compare(fence);
        }
        try {
            list();
            return false;
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.FENCED) {
                throw e;
            }
            LOG.info("what {} holds is not compared with the table now: {}", server.id(), e.getMessage());
            return true;
        }
    }

    private void list() {
        FragmentPage page = servers.list(server, 0, lastFragment, fragmentsPerPage);
        page.fragments().forEach(entry -> held.add(entry.id()));
        listed = !page.more() || page.fragments().isEmpty();
        lastFragment = listed ? null : page.fragments().getLast().id();
    }

    private boolean compare(long fence) {
        ServerObjects page = table.objectsOn(server.id(), lastObject, rowsPerPage);
        List<Damage> missing = new ArrayList<>();
        for (RepairTask task : page.objects()) {
            ObjectMapping row = task.row();
            int index = row.live().servers().indexOf(server.id());
            if (row.modifiedMillis() < settledMillis && !task.missing().contains(index) && !holds(row, index)) {
                missing.add(new Damage(row.id(), row.writeId(), List.of(index)));
            }
        }
        int queued = missing.isEmpty() ? 0 : table.queue(fence, missing);
        if (queued > 0) {
            LOG.warn("{} does not hold what it should of {} objects, which are queued for repair", server.id(), queued);
        }
        lastObject = page.next();
        return lastObject == null;
    }

    private boolean holds(ObjectMapping row, int index) {
        RedundancyScheme scheme = row.live().scheme();
        for (int segment = 0; segment < row.content().segments(); segment++) {
            boolean isStored = !scheme.isPadding(index, row.content().segmentLength(segment));
            if (isStored && !held.contains(new FragmentId(row.writeId(), segment, index))) {
                return false;
            }
        }
        return true;
    }
}
