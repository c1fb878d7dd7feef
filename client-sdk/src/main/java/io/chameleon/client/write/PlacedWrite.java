package io.chameleon.client.write;

import io.chameleon.client.cluster.Cluster;
import io.chameleon.client.cluster.ServerHealth;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.placement.Spread;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which server gets which fragment of one write. Servers change while the first segment is sent; after it a server that fails
 * cannot be replaced, for it has segments that were not kept, and its fragment counts as missing. Safe from any thread.
 */
final class PlacedWrite {
    private final ObjectId id;
    private final WriteId writeId;
    private final RedundancyScheme scheme;
    private final int streamHint;
    private final Cluster cluster;
    private final ServerHealth health;
    private final List<ServerId> servers;
    /** Every server ever named, so that none is asked twice. */
    private final Set<ServerId> taken;

    private final SortedSet<Integer> missing = new TreeSet<>();
    /** Servers that did not accept who calls. */
    private final Set<ServerId> refusedBy = new LinkedHashSet<>();

    private final Map<ServerId, String> failures = new LinkedHashMap<>();

    private PlacedWrite(
            ObjectId id,
            WriteId writeId,
            RedundancyScheme scheme,
            int streamHint,
            List<ServerId> servers,
            Cluster cluster,
            ServerHealth health) {
        this.id = id;
        this.writeId = writeId;
        this.scheme = scheme;
        this.streamHint = streamHint;
        this.cluster = cluster;
        this.health = health;
        this.servers = new ArrayList<>(servers);
        this.taken = new LinkedHashSet<>(servers);
    }

    /**
     * On the servers of a mapping. Those that take no writes, or failed lately, are replaced at once; so are those in a zone or node that
     * holds more fragments than the scheme survives, where there is a better place: the mapping may date from an outage.
     */
    static PlacedWrite at(
            Placement wanted, int streamHint, ObjectId id, WriteId writeId, Cluster cluster, ServerHealth health) {
        PlacedWrite placed =
                new PlacedWrite(id, writeId, wanted.scheme(), streamHint, wanted.servers(), cluster, health);
        for (int i = 0; i < placed.servers.size(); i++) {
            ServerId server = placed.servers.get(i);
            if (!cluster.isWritable(server)) {
                placed.replaceOrLose(i, "takes no writes");
            } else if (health.isSuspected(server)) {
                placed.replaceBySound(i);
            }
        }
        placed.spread();
        return placed;
    }

    /** On the ring's servers for a new key: writable ones, unsuspected first; places nobody can fill are missing. */
    static PlacedWrite onRing(
            RedundancyScheme scheme,
            int streamHint,
            ObjectId id,
            WriteId writeId,
            Cluster cluster,
            ServerHealth health) {
        Set<ServerId> chosen = new LinkedHashSet<>();
        int width = scheme.width();
        chosen.addAll(cluster.ring().select(id, scheme, sound(cluster, health)));
        chosen.addAll(cluster.ring().select(id, scheme, width - chosen.size(), cluster::isWritable, chosen));
        int writable = chosen.size();
        chosen.addAll(cluster.ring().select(id, scheme, width - writable, server -> true, chosen));
        if (chosen.size() < width) {
            throw new ChameleonError(
                    ErrorCode.NOT_ENOUGH_SERVERS,
                    "object " + id + ": the cluster has " + chosen.size() + " servers, " + scheme + " needs " + width);
        }
        PlacedWrite placed = new PlacedWrite(id, writeId, scheme, streamHint, List.copyOf(chosen), cluster, health);
        for (int i = writable; i < width; i++) {
            placed.lose(i, placed.servers.get(i), "takes no writes");
        }
        return placed;
    }

    private static Predicate<ServerId> sound(Cluster cluster, ServerHealth health) {
        return server -> cluster.isWritable(server) && !health.isSuspected(server);
    }

    WriteId writeId() {
        return writeId;
    }

    RedundancyScheme scheme() {
        return scheme;
    }

    /** For the device: 0 unknown, 1 hot, 2 cold. */
    int streamHint() {
        return streamHint;
    }

    /** Where fragment {@code index} goes; empty if it is missing. */
    synchronized Optional<ServerInfo> server(int index) {
        return missing.contains(index) ? Optional.empty() : cluster.server(servers.get(index));
    }

    /** The first segment's fragment did not reach its server: the next on the ring takes its place, or it is missing. */
    synchronized Optional<ServerInfo> replaceOrLose(int index, String why) {
        ServerId failed = servers.get(index);
        failures.put(failed, why);
        if (replaceBySound(index) || replaceBy(index, cluster::isWritable)) {
            return cluster.server(servers.get(index));
        }
        missing.add(index);
        return Optional.empty();
    }

    /** Whether another server does not accept who calls, either: one alone may have wrong keys. */
    synchronized boolean isRefusedBy(ServerId server) {
        refusedBy.add(server);
        return refusedBy.size() > 1;
    }

    /** A later segment's fragment did not reach its server. */
    synchronized void lose(int index, ServerId failed, String why) {
        failures.put(failed, why);
        missing.add(index);
    }

    private boolean replaceBySound(int index) {
        return replaceBy(index, sound(cluster, health));
    }

    private synchronized boolean replaceBy(int index, Predicate<ServerId> usable) {
        List<ServerId> next =
                cluster.ring().select(id, scheme, 1, usable.and(server -> !taken.contains(server)), othersThan(index));
        if (next.isEmpty()) {
            return false;
        }
        servers.set(index, next.get(0));
        taken.add(next.get(0));
        return true;
    }

    private synchronized void spread() {
        FailureDomains domains = cluster.ring().domains();
        for (int i = 0; i < servers.size() && !domains.isFlat() && excess(domains) > 0; i++) {
            ServerId crowded = servers.get(i);
            int before = excess(domains);
            if (!missing.contains(i) && replaceBySound(i)) {
                boolean better = excess(domains) < before;
                taken.remove(better ? crowded : servers.get(i));
                servers.set(i, better ? servers.get(i) : crowded);
            }
        }
    }

    /** Fragments beyond those whose loss is survived, over all zones and nodes. */
    private int excess(FailureDomains domains) {
        Spread spread = domains.spread(othersThan(-1));
        return Arrays.stream(Level.values())
                .mapToInt(level -> spread.excess(level, scheme.parityFragments()))
                .sum();
    }

    /** The servers of the other fragments, so far as these are there. */
    private List<ServerId> othersThan(int index) {
        List<ServerId> others = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            if (i != index && !missing.contains(i)) {
                others.add(servers.get(i));
            }
        }
        return others;
    }

    /**
     * Throws unless enough fragments are durable, or can still become so, for a commit to be accepted.
     *
     * @param longestSegmentBytes of the object: of its first segment
     */
    synchronized void requireQuorum(int longestSegmentBytes) {
        if (!scheme.hasWriteQuorum(missing, longestSegmentBytes)) {
            throw new ChameleonError(
                    ErrorCode.NOT_ENOUGH_SERVERS,
                    "object " + id + ": " + scheme.durableFragments(missing, longestSegmentBytes) + " of "
                            + scheme.width() + " fragments can be stored, " + scheme.writeQuorum()
                            + " are needed under " + scheme + "; failed: " + failures);
        }
    }

    synchronized Placement placement() {
        return new Placement(scheme, servers);
    }

    synchronized List<Integer> missing() {
        return List.copyOf(missing);
    }

    /** Servers that may hold fragments of this write. */
    synchronized Collection<ServerInfo> touched() {
        return taken.stream()
                .filter(cluster::isReadable)
                .flatMap(server -> cluster.server(server).stream())
                .toList();
    }
}
