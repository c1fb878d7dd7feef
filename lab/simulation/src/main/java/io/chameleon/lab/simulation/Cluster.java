package io.chameleon.lab.simulation;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.lab.simulation.check.AtRest;
import io.chameleon.lab.simulation.check.FragmentsAtRest;
import io.chameleon.lab.simulation.check.Invariants;
import io.chameleon.lab.simulation.check.VersionWatch;
import io.chameleon.lab.simulation.check.Watch;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.VersionHistory;
import io.chameleon.lab.simulation.role.AgingRules;
import io.chameleon.lab.simulation.role.BalancerRole;
import io.chameleon.lab.simulation.role.ClientRole;
import io.chameleon.lab.simulation.role.ClusterShape;
import io.chameleon.lab.simulation.role.Discovery;
import io.chameleon.lab.simulation.role.Election;
import io.chameleon.lab.simulation.role.FlashImage;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.lab.simulation.role.ForwardingTables;
import io.chameleon.lab.simulation.role.Listings;
import io.chameleon.lab.simulation.role.MetadataRole;
import io.chameleon.lab.simulation.role.Role;
import io.chameleon.lab.simulation.role.ServersTable;
import io.chameleon.lab.simulation.role.SimDatabase;
import io.chameleon.lab.simulation.role.Tables;
import io.chameleon.lab.simulation.role.Tally;
import io.chameleon.lab.simulation.role.VersionsUser;
import io.chameleon.lab.simulation.role.Wiring;
import io.chameleon.lab.simulation.role.Written;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.server.store.Fragment;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A whole cluster and its clients, wired as in production, except for the network, the database and ZooKeeper. */
public final class Cluster {
    private static final List<String> BUCKETS = List.of(ClientRole.BUCKET, VersionsUser.BUCKET);
    private static final int METADATA = 2;
    private static final int BALANCERS = 2;
    private static final long WATCH_NANOS = 1_000_000_000L;
    private static final String OTHER_ID = "0badc0de-0000-4000-8000-000000000003";
    private static final String ID = "5ca1ab1e-0000-4000-8000-000000000001";

    private final World world;
    private final SimNetwork network;
    private final Map<ServerId, FlashRole> flash = new LinkedHashMap<>();
    private final List<MetadataRole> metadata = new ArrayList<>();
    private final List<BalancerRole> balancers = new ArrayList<>();
    private final List<ClientRole> clients = new ArrayList<>();
    private final InMemoryMappingTable table;
    private final ServersTable servers;
    private final SimDatabase.Content content;
    private final InstantSource databaseClock;
    private final boolean isBraked;
    private final SimDatabase database;
    private final Election election;
    private final Discovery discovery;
    private final Supplier<FlashRole> newServer;
    private final Invariants invariants;
    private final History history = new History();
    private final VersionHistory versionHistory = new VersionHistory(VersionsUser.KEYS);
    private final Tally tally = new Tally();

    public Cluster(World world, ClusterShape shape, Wiring wiring) {
        this.world = world;
        this.network = new SimNetwork(world);
        this.election = new Election(world);
        this.discovery = new Discovery(world);
        AtomicLong lastValue = new AtomicLong();
        HostClock right = new HostClock(world);
        databaseClock = () -> Instant.ofEpochMilli(right.millis());
        table = new InMemoryMappingTable(databaseClock, ClusterShape.GRACE);
        BUCKETS.forEach(bucket -> table.buckets().create(bucket, ""));
        table.buckets().configure(VersionsUser.BUCKET, Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
        AgingRules.configure(table.buckets());
        servers = new ServersTable(table);
        invariants = new Invariants(
                world,
                this::rows,
                row -> table.uploads()
                        .extents(
                                ObjectId.userBucket(row.id().bucket()),
                                row.content().contentId()),
                flash);
        Tables stored = wiring.tables(
                new ForwardingTables(table, table, table, table, table::buckets, table::uploads, table::versions),
                this::erase);
        isBraked = shape.isBraked();
        VersionWatch versionWatch = new VersionWatch(world, tally, invariants, history, versionHistory, lastValue);
        Tables watched = new Watch(world, stored, tally, invariants, versionWatch);
        content = new SimDatabase.Content(ID, watched, servers);
        database = new SimDatabase(world, content, databaseClock);
        newServer = () -> server(shape, wiring);
        IntStream.range(0, shape.servers()).forEach(i -> server(shape, wiring));
        IntStream.range(0, METADATA)
                .forEach(i -> metadata.add(new MetadataRole(world, network, discovery, database, "m" + i)));
        List<Endpoint> endpoints = metadata.stream().map(MetadataRole::endpoint).toList();
        StripeCodec codec = wiring.codec(new StripeCodec());
        IntStream.range(0, BALANCERS)
                .forEach(i -> balancers.add(new BalancerRole(
                        world,
                        network,
                        election,
                        endpoints,
                        codec,
                        shape.balancer(),
                        wiring,
                        shape.brake(),
                        tally,
                        "b" + i)));
        Written written = new Written();
        Listings listings = new Listings(history, shape.work().allKeys());
        IntStream.range(0, shape.clients())
                .forEach(i -> clients.add(new ClientRole(
                        world,
                        network,
                        wiring,
                        endpoints,
                        history,
                        tally,
                        shape.work(),
                        lastValue,
                        written,
                        listings,
                        versionHistory,
                        "c" + i)));
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
        FlashRole role = new FlashRole(
                world,
                network,
                discovery,
                wiring,
                "s" + number,
                shape.zone(number),
                shape.node(number),
                shape.flash(),
                () -> invariants.check("a mount"));
        flash.put(role.id(), role);
        return role;
    }

    /** A server is lost with everything it holds; a new one joins. */
    public void replace(FlashRole server) {
        invariants.lost(server.id(), server.lose());
        newServer.get().start();
    }

    /** A server returns without some or all of what it held. */
    public void restart(FlashRole server, FlashImage image) {
        invariants.lost(server.id(), server.restartWith(image));
    }

    /** What an operator does after making sure that the database is the right one. */
    private void confirmHalts() {
        for (ReconciliationHalt halt : table.halts()) {
            if (halt.found() > halt.confirmed() && table.confirmHalt(halt.server())) {
                tally.add("halts confirmed", 1);
            }
        }
    }

    public boolean hasItsDatabase() {
        return database.content().equals(content);
    }

    /**
     * Starts metadata on a database that knows nothing, of another cluster or of this one. With this one's, only the
     * brake saves what is stored, and clients would get wrong answers, so they are stopped before.
     */
    public void loseDatabase(boolean isOfThisCluster) {
        if (!hasItsDatabase() || isOfThisCluster && !isBraked) {
            return;
        }
        if (isOfThisCluster) {
            clients.forEach(client -> client.stop(true));
        }
        InMemoryMappingTable empty = new InMemoryMappingTable(databaseClock, ClusterShape.GRACE);
        use(new SimDatabase.Content(
                isOfThisCluster ? ID : OTHER_ID,
                new ForwardingTables(empty, empty, empty, empty, empty::buckets, empty::uploads, empty::versions),
                new ServersTable(empty)));
        tally.add("databases lost", 1);
    }

    /** An operator drains a server. One at a time. */
    public boolean drain(FlashRole server) {
        boolean isAlone = table.evacuating().records().stream().noneMatch(Cluster::isDrain);
        if (isAlone && server.isUp() && hasItsDatabase()) {
            table.drain(server.id());
            return true;
        }
        return false;
    }

    private static boolean isDrain(Evacuation record) {
        return record.kind() == Evacuation.Kind.DRAIN;
    }

    /** A drained server is removed, and a new one joins; one that is not yet drained stays. */
    public void endDrain(FlashRole server) {
        boolean isDrained = table.evacuating().records().stream()
                .anyMatch(record -> isDrain(record)
                        && record.isFinished()
                        && record.server().equals(server.id()));
        if (isDrained && server.isUp()) {
            List<Fragment> unused = server.lose();
            newServer.get().start();
            invariants.check("a drained server has been taken away");
            tally.add("servers drained", 1);
        } else if (!server.isLost()) {
            table.cancelDrain(server.id());
            server.crash();
            server.start();
        }
    }

    /** Its own database is back. */
    public void findDatabase() {
        if (!hasItsDatabase()) {
            use(content);
            clients.forEach(client -> client.stop(false));
            clients.stream().filter(Role::isDead).forEach(Role::start);
        }
    }

    private void use(SimDatabase.Content other) {
        metadata.forEach(Role::crash);
        database.replace(other);
        metadata.forEach(Role::start);
    }

    /** A server starts with the image of another cluster; returns its own. */
    public FlashImage exchange(FlashRole server) {
        FlashImage foreign = server.foreignImage();
        tally.add("foreign images", 1);
        return server.exchange(foreign);
    }

    /** Removes the image of the other cluster, unchanged. */
    public void giveBack(FlashRole server, FlashImage own) {
        FlashImage foreign = server.exchange(own);
        if (!foreign.canBeForeignUnchanged()) {
            world.violated(server.name() + " has changed an image of another cluster: " + foreign.held());
        }
        invariants.check("a foreign image");
    }

    /** An operator forgets the lost servers that nothing refers to any more. */
    public void forgetTheLost() {
        flash.values().stream().filter(FlashRole::isLost).map(FlashRole::id).forEach(this::forget);
    }

    private void forget(ServerId server) {
        try {
            table.forget(server);
        } catch (ChameleonError neededOrForgotten) {
            return;
        }
        servers.forget(server);
        invariants.check("a server is forgotten");
        tally.add("servers forgotten", 1);
    }

    private void watchElection() {
        election.watch(balancers);
        confirmHalts();
        world.time().after(WATCH_NANOS, this::watchElection);
    }

    private void erase(WriteId write) {
        flash.values().forEach(server -> server.erase(write));
    }

    /** All rows of the mapping table at this moment. */
    public List<ObjectMapping> rows() {
        List<ObjectMapping> rows = new ArrayList<>();
        for (String user : BUCKETS) {
            for (String bucket : List.of(user, Chunks.bucket(user), Components.bucket(user))) {
                ObjectPage page;
                String after = "";
                do {
                    page = table.list(new ListQuery(bucket, "", "", after, ListQuery.MAX_LIMIT));
                    rows.addAll(page.objects());
                    after = page.continuation();
                } while (!after.isEmpty());
            }
        }
        return rows;
    }

    public AtRest atRest() {
        return new AtRest(world, table, flash.values());
    }

    public FragmentsAtRest fragmentsAtRest() {
        return new FragmentsAtRest(world, this::rows, flash);
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

    public VersionHistory versionHistory() {
        return versionHistory;
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
