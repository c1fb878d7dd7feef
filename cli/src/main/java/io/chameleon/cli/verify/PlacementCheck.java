package io.chameleon.cli.verify;

import io.chameleon.client.ObjectInfo;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.placement.Crowding;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * Compares one row of the mapping table with what its live servers hold (invariants 1 and 4 of docs/architecture.md).
 */
final class PlacementCheck {
    private final ClusterView view;
    private final FailureDomains domains;
    private final FlashClient flash;
    private final FragmentInventory inventory;
    private final Duration timeout;
    private final boolean deep;

    /** @param deep whether to read each fragment, parity included, and check its checksum */
    PlacementCheck(ClusterView view, FlashClient flash, FragmentInventory inventory, Duration timeout, boolean deep) {
        this.view = view;
        this.domains = view.ring().domains();
        this.flash = flash;
        this.inventory = inventory;
        this.timeout = timeout;
        this.deep = deep;
    }

    /**
     * @param problems one line each
     * @param fragments looked for
     * @param unreachable fragments on servers that are down
     * @param endangered levels of failure domains where the loss of one domain would destroy the object
     */
    record Result(List<String> problems, long fragments, long unreachable, Set<Level> endangered) {}

    /** @param pieces the chunks of one object, or the object itself */
    Result check(List<ObjectInfo> pieces) {
        List<String> problems = new ArrayList<>();
        long fragments = 0;
        long unreachable = 0;
        Set<Level> endangered = EnumSet.noneOf(Level.class);
        for (ObjectInfo piece : pieces) {
            Result result = check(piece);
            String where = Chunks.isChunk(piece.id())
                    ? "chunk " + Chunks.number(piece.id()) + " "
                    : Components.isComponent(piece.id()) ? "component " + piece.key() + " " : "";
            result.problems.forEach(problem -> problems.add(where + problem));
            fragments += result.fragments;
            unreachable += result.unreachable;
            endangered.addAll(result.endangered);
        }
        return new Result(problems, fragments, unreachable, endangered);
    }

    private Result check(ObjectInfo object) {
        List<ServerId> servers = object.live().servers();
        List<String> problems = new ArrayList<>();
        if (new HashSet<>(servers).size() < servers.size()) {
            problems.add("two fragments of a segment on one server: " + servers);
        }
        long fragments = 0;
        long unreachable = 0;
        int segments = Math.toIntExact((object.size() + object.segmentBytes() - 1) / object.segmentBytes());
        for (int segment = 0; segment < segments; segment++) {
            int length = segmentLength(object, segment);
            for (int index = 0; index < servers.size(); index++) {
                if (object.live().scheme().isPadding(index, length)) {
                    continue;
                }
                FragmentId id = new FragmentId(object.writeId(), segment, index);
                Optional<Endpoint> server = endpoint(servers.get(index));
                if (server.isEmpty()) {
                    unreachable++;
                    continue;
                }
                fragments++;
                problem(object, id, servers.get(index), server.get()).ifPresent(problems::add);
            }
        }
        return new Result(problems, fragments, unreachable, endangered(object));
    }

    private Set<Level> endangered(ObjectInfo object) {
        RedundancyScheme scheme = object.live().scheme();
        List<ServerId> servers = object.live().servers();
        Set<Level> endangered = EnumSet.noneOf(Level.class);
        if (object.size() > 0) {
            int length = segmentLength(object, 0);
            Crowding crowding = new Crowding(domains, scheme, servers, index -> !scheme.isPadding(index, length));
            for (Level level : Level.values()) {
                if (crowding.excess(level) > 0) {
                    endangered.add(level);
                }
            }
        }
        return endangered;
    }

    private static int segmentLength(ObjectInfo object, int segment) {
        return (int) Math.min(object.segmentBytes(), object.size() - (long) segment * object.segmentBytes());
    }

    private Optional<Endpoint> endpoint(ServerId id) {
        return view.server(id).filter(ServerInfo::isReadable).map(Endpoint::of);
    }

    private Optional<String> problem(ObjectInfo object, FragmentId id, ServerId server, Endpoint endpoint) {
        boolean listed = inventory.holds(server, id).orElse(false);
        // A fragment that came after the listing is not in it: the server itself decides.
        return listed && !deep ? Optional.empty() : read(object, id, server, endpoint);
    }

    private Optional<String> read(ObjectInfo object, FragmentId id, ServerId server, Endpoint endpoint) {
        String name = "segment " + id.segment() + " fragment " + id.index() + " on " + server;
        try {
            FragmentRead read =
                    flash.get(endpoint, id, 0, deep ? 0 : 1, timeout).join();
            try {
                if (read.fragmentLength()
                        != object.live().scheme().fragmentBytes(segmentLength(object, id.segment()))) {
                    return Optional.of(name + " has " + read.fragmentLength() + " bytes");
                }
                return deep && !read.matchesChecksum() ? Optional.of(name + " is damaged") : Optional.empty();
            } finally {
                read.release();
            }
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of(name + ": " + cause.getMessage());
        }
    }
}
