package io.chameleon.lab.simulation.check;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.lab.simulation.role.AgingRules;
import io.chameleon.lab.simulation.role.ClientRole;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.lab.simulation.role.VersionsUser;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What must hold in the tables once nothing has been under way for long: nothing waits any more, and objects are placed
 * as they should be.
 */
public final class AtRest {
    private final World world;
    private final InMemoryMappingTable table;
    private final List<FlashRole> servers;

    /**
     * @param servers all that ever existed
     */
    public AtRest(World world, InMemoryMappingTable table, Collection<FlashRole> servers) {
        this.world = world;
        this.table = table;
        this.servers = List.copyOf(servers);
    }

    /** No row waits for the reaper, for repair, for an operator or for the end of a walk. */
    public void checkTables() {
        for (FlashRole server : servers) {
            List<Garbage> waiting = table.garbage(server.id(), 0, 1);
            boolean isHalted =
                    table.halts().stream().anyMatch(halt -> halt.server().equals(server.id()));
            if (!server.isLost() && isHalted) {
                world.violated("table growth: reconciliation is still halted: " + table.halts());
            }
            if (!server.isLost() && !waiting.isEmpty()) {
                world.violated("table growth: the outbox keeps " + waiting + " when all is quiet");
            }
        }
        if (!table.repairStatus().queue().isEmpty()) {
            world.violated("table growth: the repair queue keeps "
                    + table.repairStatus().queue());
        }
        for (Evacuation record : table.evacuating().records()) {
            boolean isLost = servers.stream()
                    .anyMatch(server -> server.isLost() && server.id().equals(record.server()));
            if (!isLost) {
                world.violated("table growth: the record stays when all is quiet: " + record);
            }
        }
    }

    /** What the rules of buckets take away has gone, two turns of the task after it was due. */
    public void checkLifecycle() {
        long due = new HostClock(world).millis()
                - AgingRules.DAY.plus(AgingRules.INTERVAL.multipliedBy(2)).toMillis();
        for (String bucket : List.of(ClientRole.BUCKET, VersionsUser.BUCKET)) {
            ListQuery all = new ListQuery(bucket, "", "", "", ListQuery.MAX_LIMIT);
            List<ObjectVersion> found =
                    table.versions().list(new VersionQuery(all, null)).versions();
            Map<String, Long> ofKeys = found.stream()
                    .collect(Collectors.groupingBy(each -> each.object().key(), Collectors.counting()));
            for (ObjectVersion version : found) {
                long since = version.latest() ? version.modifiedMillis() : version.noncurrentMillis();
                if (due - since > patience(version, ofKeys) && AgingRules.cover(version.object())) {
                    world.violated("lifecycle: still there: " + version);
                }
            }
            for (Upload upload : table.uploads()
                    .list(new UploadQuery(bucket, "", "", null, UploadQuery.MAX_LIMIT))
                    .uploads()) {
                if (upload.startedMillis()
                        < due - AgingRules.ABANDONED.minus(AgingRules.DAY).toMillis()) {
                    world.violated("lifecycle: still open: " + upload);
                }
            }
        }
    }

    /** For how long it may still be there once due, in ms. A delete marker on top goes a turn after it is alone. */
    private static long patience(ObjectVersion version, Map<String, Long> ofKeys) {
        if (!version.isMarker() || !version.latest()) {
            return 0;
        }
        boolean isAlone = ofKeys.getOrDefault(version.object().key(), 0L) == 1;
        return isAlone ? AgingRules.INTERVAL.toMillis() : Long.MAX_VALUE;
    }

    /** The loss of one zone, or of one node, leaves every segment readable, if there are enough of them. */
    public void checkPlacement(List<ObjectMapping> rows) {
        checkPlacement(rows, "zone", server -> server.info().zone());
        checkPlacement(
                rows,
                "node",
                server -> server.info().zone() + "/"
                        + (server.info().node().isEmpty()
                                ? server.name()
                                : server.info().node()));
    }

    private void checkPlacement(List<ObjectMapping> rows, String level, Function<FlashRole, String> domain) {
        Map<ServerId, String> domains = new HashMap<>();
        Map<String, Integer> sizes = new HashMap<>();
        servers.stream().filter(server -> !server.isLost()).forEach(server -> {
            domains.put(server.id(), domain.apply(server));
            sizes.merge(domain.apply(server), 1, Integer::sum);
        });
        for (ObjectMapping row : rows) {
            RedundancyScheme scheme = row.live().scheme();
            int survived = scheme.survives();
            int places = sizes.values().stream()
                    .mapToInt(size -> Math.min(size, survived))
                    .sum();
            Map<String, BitSet> held = new HashMap<>();
            List<ServerId> holders = row.live().servers();
            int[] stored = IntStream.range(0, scheme.width())
                    .filter(index -> row.content().isStored(scheme, index))
                    .toArray();
            for (int index : stored) {
                held.computeIfAbsent(domains.getOrDefault(holders.get(index), ""), any -> new BitSet())
                        .set(index);
            }
            if (sizes.size() > 1
                    && places >= stored.length
                    && held.values().stream().anyMatch(lost -> !isReadableWithout(lost, scheme))) {
                world.violated("placement at rest: the loss of one " + level + " takes " + row.id() + ", " + scheme
                        + " on " + holders + ": " + held + " of " + sizes);
            }
        }
    }

    /** Padding, which is never lost, counts as there. */
    private static boolean isReadableWithout(BitSet lost, RedundancyScheme scheme) {
        BitSet left = new BitSet();
        left.set(0, scheme.width());
        left.andNot(lost);
        return scheme.isReadable(left);
    }
}
