package io.chameleon.policy.rival;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.RivalConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.draft.Destinations;
import io.chameleon.policy.draft.PlanDraft;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * CMT (EDM V; Sorrento): a server's load factor weighs its I/O load, an exponentially decayed mean of the latency of
 * its I/O, and its storage usage, each relative to the cluster's mean. The objects that are accessed most, reads and
 * writes alike, move from the servers with the highest factor to those with the lowest; then the fullest servers give
 * the emptiest what is accessed least.
 *
 * <p>The paper does not say how much to move. Here a fragment's share of its source's load is its share of the accesses
 * to the pages known there. Moves are made until the source is at most average; no move may leave the target higher
 * than the source.
 *
 * <p>Cost: O((servers + objects) log).
 */
final class CmtPlanner {
    /** A server may hold the object already, or be full; among this many with the lowest factor one will do. */
    private static final int TRIES = 32;

    private static final Comparator<Candidate> MOST_ACCESSED_FIRST =
            Comparator.comparingDouble(Candidate::accessHeat).reversed().thenComparing(Candidate::id);
    private static final Comparator<Candidate> LEAST_ACCESSED_FIRST =
            Comparator.comparingDouble(Candidate::accessHeat).thenComparing(Candidate::id);

    private final ClusterSnapshot snapshot;
    private final RivalConfig config;
    private final PlanDraft draft;
    private final BulkRoom room;
    private final Destinations destinations;
    private final List<ServerLoad> servers;
    private final Map<ServerId, Double> ioLoad = new HashMap<>();
    private final double meanFill;

    CmtPlanner(ClusterSnapshot snapshot, RivalConfig config, PlanDraft draft) {
        this.snapshot = snapshot;
        this.config = config;
        this.draft = draft;
        this.room = new BulkRoom(snapshot, draft.ledger().maxFill());
        this.destinations = new Destinations(draft.ledger(), room);
        this.servers = snapshot.servers().stream().filter(ServerLoad::writable).toList();
        double meanLatency = servers.stream()
                .mapToDouble(ServerLoad::latencyMicros)
                .average()
                .orElse(0);
        servers.forEach(server -> ioLoad.put(server.id(), meanLatency == 0 ? 1 : server.latencyMicros() / meanLatency));
        this.meanFill = room.meanFill(servers);
    }

    void plan() {
        new Pass(config.cmtLoadWeight(), MOST_ACCESSED_FIRST, "CMT: most accessed of ").run();
        new Pass(0, LEAST_ACCESSED_FIRST, "CMT: least accessed of ").run();
    }

    private double load(ServerLoad server) {
        return ioLoad.getOrDefault(server.id(), 1.0);
    }

    private double storage(ServerLoad server) {
        return meanFill == 0 ? 1 : room.fill(server) / meanFill;
    }

    /** Moves from the servers with the highest load factor to those with the lowest; the mean factor is 1. */
    private final class Pass {
        private final double loadWeight;
        private final Comparator<Candidate> order;
        private final String reason;
        private final NavigableSet<Ranked> lowestFirst = new TreeSet<>(Comparator.comparingDouble(Ranked::factor)
                .thenComparing(ranked -> ranked.server().id()));

        Pass(double loadWeight, Comparator<Candidate> order, String reason) {
            this.loadWeight = loadWeight;
            this.order = order;
            this.reason = reason;
        }

        private double factor(ServerLoad server) {
            return loadWeight * load(server) + (1 - loadWeight) * storage(server);
        }

        /** A server with its factor when it was entered. */
        private record Ranked(ServerLoad server, double factor) {}

        void run() {
            servers.forEach(server -> lowestFirst.add(new Ranked(server, factor(server))));
            List<Ranked> sources = lowestFirst.descendingSet().stream()
                    .takeWhile(ranked -> ranked.factor() > 1 + config.cmtThreshold())
                    .toList();
            if (sources.isEmpty()) {
                return;
            }
            Map<ServerId, List<Candidate>> objects = objectsOnServers();
            sources.forEach(source -> relieve(
                    source.server(), objects.getOrDefault(source.server().id(), List.of())));
        }

        private Map<ServerId, List<Candidate>> objectsOnServers() {
            Map<ServerId, List<Candidate>> objects = new HashMap<>();
            snapshot.objects().stream()
                    .sorted(order)
                    .forEach(object -> object.holders(object.live())
                            .forEach(server -> objects.computeIfAbsent(server, s -> new ArrayList<>())
                                    .add(object)));
            return objects;
        }

        private void relieve(ServerLoad source, List<Candidate> objects) {
            double accesses = objects.stream()
                    .mapToDouble(object -> pageAccesses(object, source))
                    .sum();
            double loadPerAccess = accesses == 0 ? 0 : load(source) / accesses;
            for (Candidate object : objects) {
                if (factor(source) <= 1) {
                    return;
                }
                if (!object.state().isIntermediate() && draft.isFree(object)) {
                    move(object, source, loadPerAccess * pageAccesses(object, source));
                }
            }
        }

        private void move(Candidate object, ServerLoad source, double share) {
            Iterator<Ranked> lowest = lowestFirst.iterator();
            for (int tries = 0; tries < TRIES && lowest.hasNext(); tries++) {
                Ranked target = lowest.next();
                if (target.factor() >= 1) {
                    return;
                }
                Optional<Placement> destination = destinations.replaced(
                        object, source.id(), target.server().id());
                if (destination.isPresent() && narrows(pages(object, source), source, target.server(), share)) {
                    draft.moveAtOnce(
                            object,
                            RedundancyEvent.SWAP,
                            destination.get(),
                            reason + source.id() + " to " + target.server().id());
                    room.move(object, destination.get());
                    ioLoad.merge(source.id(), -share, Double::sum);
                    ioLoad.merge(target.server().id(), share, Double::sum);
                    lowest.remove();
                    lowestFirst.add(new Ranked(target.server(), factor(target.server())));
                    return;
                }
            }
        }

        /** Whether the target stays no higher than the source will be. */
        private boolean narrows(long pages, ServerLoad source, ServerLoad target, double share) {
            return factor(target) + change(pages, target, share) <= factor(source) - change(pages, source, share);
        }

        private double change(long pages, ServerLoad server, double share) {
            double storage = meanFill == 0 ? 0 : (double) pages / server.capacityPages() / meanFill;
            return loadWeight * share + (1 - loadWeight) * storage;
        }
    }

    private static long pages(Candidate object, ServerLoad server) {
        return object.pagesOn(server.id(), object.live(), server.pageBytes());
    }

    private static double pageAccesses(Candidate object, ServerLoad server) {
        return object.accessHeat() * pages(object, server);
    }
}
