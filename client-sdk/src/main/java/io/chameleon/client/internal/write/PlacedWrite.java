package io.chameleon.client.internal.write;

import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.client.internal.cluster.ServerHealth;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.Crowding;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
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
 * Which server gets which fragment of one write. Servers may change while the first segment is sent. A server that
 * fails later cannot be replaced, since the client has not kept the segments it holds; its fragment counts as missing.
 * Safe from any thread.
 */
final class PlacedWrite {
    private static final String TAKES_NONE = "takes no writes";

    private final ObjectId id;
    private final WriteId writeId;
    private final RedundancyScheme scheme;
    private final WriteHint hint;
    private final Cluster cluster;
    private final ServerHealth health;
    private final List<ServerId> servers;
    /** Every server ever named, so that none is asked twice. */
    private final Set<ServerId> taken;

    private final SortedSet<Integer> missing = new TreeSet<>();
    /** Servers that did not accept the caller, or the time of its write. */
    private final Set<ServerId> refusedBy = new LinkedHashSet<>();

    private final Map<ServerId, String> failures = new LinkedHashMap<>();
    private final Set<ErrorCode> reasons = EnumSet.noneOf(ErrorCode.class);

    private PlacedWrite(
            ObjectId id,
            WriteId writeId,
            RedundancyScheme scheme,
            WriteHint hint,
            List<ServerId> servers,
            Cluster cluster,
            ServerHealth health) {
        this.id = id;
        this.writeId = writeId;
        this.scheme = scheme;
        this.hint = hint;
        this.cluster = cluster;
        this.health = health;
        this.servers = new ArrayList<>(servers);
        this.taken = new LinkedHashSet<>(servers);
    }

    /**
     * On the servers of a mapping. Servers that take no writes, or failed recently, are replaced at once. So are
     * servers in a zone or node that holds more fragments than the scheme survives, if there is a better place: the
     * mapping may date from an outage.
     */
    static PlacedWrite at(
            Placement wanted, WriteHint hint, ObjectId id, WriteId writeId, Cluster cluster, ServerHealth health) {
        PlacedWrite placed = new PlacedWrite(id, writeId, wanted.scheme(), hint, wanted.servers(), cluster, health);
        for (int i = 0; i < placed.servers.size(); i++) {
            ServerId server = placed.servers.get(i);
            if (!cluster.isWritable(server)) {
                placed.replaceOrLose(i, ErrorCode.UNAVAILABLE, TAKES_NONE);
            } else if (health.isSuspectedOfWrites(server)) {
                placed.replaceBySound(i);
            }
        }
        placed.spread();
        return placed;
    }

    /**
     * On the ring's servers for a new key: writable ones, unsuspected first; fragments without a server are missing.
     */
    static PlacedWrite onRing(
            RedundancyScheme scheme,
            WriteHint hint,
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
        PlacedWrite placed = new PlacedWrite(id, writeId, scheme, hint, List.copyOf(chosen), cluster, health);
        for (int i = writable; i < width; i++) {
            placed.lose(i, placed.servers.get(i), ErrorCode.UNAVAILABLE, TAKES_NONE);
        }
        return placed;
    }

    private static Predicate<ServerId> sound(Cluster cluster, ServerHealth health) {
        return server -> cluster.isWritable(server) && !health.isSuspectedOfWrites(server);
    }

    WriteId writeId() {
        return writeId;
    }

    RedundancyScheme scheme() {
        return scheme;
    }

    WriteHint hint() {
        return hint;
    }

    /** Where fragment {@code index} goes; empty if it is missing. */
    synchronized Optional<ServerInfo> server(int index) {
        return missing.contains(index) ? Optional.empty() : cluster.server(servers.get(index));
    }

    /**
     * The first segment's fragment did not reach its server: the next on the ring replaces it, or the fragment is
     * missing.
     *
     * @param why in words, for the message of a write that fails
     */
    synchronized Optional<ServerInfo> replaceOrLose(int index, ErrorCode reason, String why) {
        failed(servers.get(index), reason, why);
        if (replaceBySound(index) || replaceBy(index, cluster::isWritable)) {
            return cluster.server(servers.get(index));
        }
        missing.add(index);
        return Optional.empty();
    }

    /** Whether another server does not accept the write, either: one alone may have wrong keys, or a wrong clock. */
    synchronized boolean isRefusedBy(ServerId server) {
        refusedBy.add(server);
        return refusedBy.size() > 1;
    }

    /** A later segment's fragment did not reach its server. */
    synchronized void lose(int index, ServerId failed, ErrorCode reason, String why) {
        failed(failed, reason, why);
        missing.add(index);
    }

    private void failed(ServerId server, ErrorCode reason, String why) {
        failures.put(server, why);
        reasons.add(reason);
    }

    private boolean replaceBySound(int index) {
        return replaceBy(index, sound(cluster, health));
    }

    private synchronized boolean replaceBy(int index, Predicate<ServerId> usable) {
        Optional<ServerId> next = next(usable.and(server -> !taken.contains(server)), othersThan(index));
        next.ifPresent(server -> {
            servers.set(index, server);
            taken.add(server);
        });
        return next.isPresent();
    }

    private Optional<ServerId> next(Predicate<ServerId> usable, List<ServerId> holding) {
        return cluster.ring().select(id, scheme, 1, usable, holding).stream().findFirst();
    }

    /**
     * Servers that were named before and gave way are not asked again; those that this moves fragments away from may
     * be.
     */
    private synchronized void spread() {
        Set<ServerId> failed = new LinkedHashSet<>(taken);
        servers.forEach(failed::remove);
        Map<Integer, ServerId> moves = new Crowding(
                        cluster.ring().domains(), scheme, servers, index -> !missing.contains(index))
                .relieve((index, used, holding) -> missing.contains(index)
                        ? Optional.empty()
                        : next(
                                sound(cluster, health)
                                        .and(server -> !used.contains(server) && !failed.contains(server)),
                                holding));
        moves.forEach((index, server) -> servers.set(index, server));
        taken.clear();
        taken.addAll(failed);
        taken.addAll(servers);
    }

    /** The servers of the other fragments, as far as they have one. */
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
     * Throws unless enough fragments are durable, or can still become so, for a commit to be accepted: DEVICE_FULL if
     * each server that did not take its fragment is full, NOT_ENOUGH_SERVERS else.
     *
     * @param longestSegmentBytes of the object: of its first segment
     */
    synchronized void requireQuorum(int longestSegmentBytes) {
        if (!scheme.hasWriteQuorum(missing, longestSegmentBytes)) {
            throw new ChameleonError(
                    reasons.equals(EnumSet.of(ErrorCode.DEVICE_FULL))
                            ? ErrorCode.DEVICE_FULL
                            : ErrorCode.NOT_ENOUGH_SERVERS,
                    "object " + id + ": " + scheme.durableFragments(missing, longestSegmentBytes) + " of "
                            + scheme.width() + " fragments can be stored, " + scheme.quorumText() + "; failed: "
                            + failures);
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
