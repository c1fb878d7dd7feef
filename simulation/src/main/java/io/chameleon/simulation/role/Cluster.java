package io.chameleon.simulation.role;

import io.chameleon.balancer.StripeEncoder;
import io.chameleon.core.Chunks;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.InMemoryMappingTable;
import io.chameleon.core.mapping.ListQuery;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.ObjectPage;
import io.chameleon.simulation.check.History;
import io.chameleon.simulation.check.Invariants;
import io.chameleon.simulation.check.Watch;
import io.chameleon.simulation.world.SimNetwork;
import io.chameleon.simulation.world.World;
import io.chameleon.transport.Endpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A whole cluster and its clients, wired as in production, but for the network, the database and ZooKeeper. */
public final class Cluster {
    private static final int METADATA = 2;
    private static final int BALANCERS = 2;
    private static final long WATCH_NANOS = 1_000_000_000L;

    private final World world;
    private final SimNetwork network;
    private final Map<ServerId, FlashRole> flash = new LinkedHashMap<>();
    private final List<MetadataRole> metadata = new ArrayList<>();
    private final List<BalancerRole> balancers = new ArrayList<>();
    private final List<ClientRole> clients = new ArrayList<>();
    private final InMemoryMappingTable table;
    private final SimDatabase database;
    private final Election election;
    private final Discovery discovery;
    private final Supplier<FlashRole> newServer;
    private final Invariants invariants;
    private final History history = new History();
    private final Tally tally = new Tally();

    public Cluster(World world, ClusterShape shape, Wiring wiring) {
        this.world = world;
        this.network = new SimNetwork(world);
        this.election = new Election(world);
        this.discovery = new Discovery(world);
        DatabaseClock clock = new DatabaseClock();
        table = new InMemoryMappingTable(clock, ClusterShape.GRACE);
        invariants = new Invariants(world, this::rows, flash);
        Tables stored = wiring.tables(new ForwardingTables(table, table, table, table), this::erase);
        database = new SimDatabase(world, new Watch(world, stored, tally, invariants), clock);
        newServer = () -> server(shape, wiring);
        IntStream.range(0, shape.servers()).forEach(i -> server(shape, wiring));
        IntStream.range(0, METADATA)
                .forEach(i -> metadata.add(new MetadataRole(world, network, discovery, database, "m" + i)));
        List<Endpoint> endpoints = metadata.stream().map(MetadataRole::endpoint).toList();
        StripeEncoder encoder = wiring.encoder(Codecs::encode);
        IntStream.range(0, BALANCERS)
                .forEach(i -> balancers.add(new BalancerRole(
                        world, network, election, endpoints, encoder, shape.balancer(), tally, "b" + i)));
        AtomicLong lastValue = new AtomicLong();
        IntStream.range(0, shape.clients())
                .forEach(i -> clients.add(new ClientRole(
                        world, network, wiring, endpoints, history, tally, shape.work(), lastValue, "c" + i)));
    }

    /** Starts every process; clients a little after the others. */
    public void start() {
        flash.values().forEach(FlashRole::start);
        metadata.forEach(MetadataRole::start);
        balancers.forEach(BalancerRole::start);
        watchElection();
        world.time().after(WATCH_NANOS, () -> clients.forEach(ClientRole::start));
    }

    private FlashRole server(ClusterShape shape, Wiring wiring) {
        int number = flash.size();
        String zone = shape.zones() == 0 ? "" : "z" + number % shape.zones();
        FlashRole role = new FlashRole(
                world,
                network,
                discovery,
                wiring,
                "s" + number,
                zone,
                shape.flash(),
                () -> invariants.check("a mount"));
        flash.put(role.id(), role);
        return role;
    }

    /** A server is lost with all it holds; a new one joins. */
    public void replace(FlashRole server) {
        invariants.lost(server.id(), server.lose());
        newServer.get().start();
    }

    /** What an operator does about servers lost for good, those which nothing refers to any more. */
    public void forgetTheLost() {
        flash.values().stream().filter(FlashRole::isLost).map(FlashRole::id).forEach(this::forget);
    }

    private void forget(ServerId server) {
        try {
            table.forget(server);
        } catch (ChameleonError neededOrForgotten) {
            return;
        }
        discovery.forget(server);
        invariants.check("a server is forgotten");
        tally.add("servers forgotten", 1);
    }

    private void watchElection() {
        election.watch(balancers);
        world.time().after(WATCH_NANOS, this::watchElection);
    }

    private void erase(WriteId write) {
        flash.values().forEach(server -> server.erase(write));
    }

    /** All rows of the mapping table at this moment. */
    public List<ObjectMapping> rows() {
        List<ObjectMapping> rows = new ArrayList<>();
        for (String bucket : List.of(ClientRole.BUCKET, Chunks.bucket(ClientRole.BUCKET))) {
            ObjectPage page;
            String after = "";
            do {
                page = table.list(new ListQuery(bucket, "", "", after, ListQuery.MAX_LIMIT));
                rows.addAll(page.objects());
                after = page.continuation();
            } while (!after.isEmpty());
        }
        return rows;
    }

    public SimNetwork network() {
        return network;
    }

    public SimDatabase database() {
        return database;
    }

    public Election election() {
        return election;
    }

    public Invariants invariants() {
        return invariants;
    }

    public History history() {
        return history;
    }

    public Tally tally() {
        return tally;
    }

    public List<FlashRole> flash() {
        return List.copyOf(flash.values());
    }

    public List<MetadataRole> metadata() {
        return metadata;
    }

    public List<BalancerRole> balancers() {
        return balancers;
    }

    public List<ClientRole> clients() {
        return clients;
    }

    /** Every role, servers first. */
    public List<Role> roles() {
        List<Role> all = new ArrayList<>(flash.values());
        all.addAll(metadata);
        all.addAll(balancers);
        all.addAll(clients);
        return all;
    }
}
