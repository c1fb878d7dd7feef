package io.chameleon.lab.chaos.process;

import io.chameleon.client.ChameleonClient;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteBucketMoves;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A cluster in which every part is a process: PostgreSQL, ZooKeeper, and each flash server, metadata service, balancer
 * and S3 gateway in a JVM of its own, run by {@code chameleon ROLE}. Each can be killed and restarted on its port and
 * data. This process's own requests go straight to the cluster, whatever {@link Routes} the members use. Members are
 * for one thread at a time, everything else for any.
 */
public final class ProcessCluster implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(180);
    private static final Duration REQUEST = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofSeconds(2);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Blueprint blueprint;
    private final NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());

    private final Ending ending;
    private final Thread hook = new Thread(this::stop, "kill members");

    /** Nothing of it runs. */
    ProcessCluster(Blueprint blueprint, Ending ending) {
        this.blueprint = blueprint;
        this.ending = ending;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** This process is told to stop: the members do not outlive it. */
    void stop() {
        ending.begin();
        try {
            killAll();
            ending.end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts everything on {@code spec.directory()}. Returns when all servers are registered and a balancer leads.
     *
     * @throws IllegalStateException in one line if a part does not start; nothing is left running
     */
    public static ProcessCluster start(ClusterSpec spec, Routes routes) throws InterruptedException {
        return start(spec, routes, new Ending(() -> {}));
    }

    /** As {@link #start(ClusterSpec, Routes)}; {@code ending} is told if this process is to stop. */
    public static ProcessCluster start(ClusterSpec spec, Routes routes, Ending ending) throws InterruptedException {
        ProcessCluster cluster = new ProcessCluster(new Blueprint(spec, routes), ending);
        try {
            cluster.members().forEach(Member::start);
            cluster.awaitWhole(START_LIMIT);
            return cluster;
        } catch (RuntimeException | InterruptedException e) {
            ending.awaitIfBegun();
            cluster.close();
            throw e;
        }
    }

    /** PostgreSQL and ZooKeeper first. */
    public List<Member> members() {
        return blueprint.members();
    }

    /** How many PostgreSQL servers of its own, standbys aside, the mapping table is spread over; 0: others run it. */
    public int databases() {
        return blueprint.databases().size();
    }

    /**
     * One of the cluster's own PostgreSQL servers, in an order in which they can be started: the primary, then the
     * standby if there is one.
     *
     * @param number from 0
     */
    public List<Member> database(int number) {
        return List.copyOf(blueprint.databases().get(number).members());
    }

    public List<Member> members(Role role) {
        return members().stream().filter(member -> member.role() == role).toList();
    }

    /** By its name, such as {@code flash-0}, {@code metadata-1} or {@code postgres}. */
    public Member member(String name) {
        return members().stream()
                .filter(member -> member.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no member " + name));
    }

    /** The balancer that leads, by the fencing row; empty if it is not running. */
    public Optional<Member> leader() {
        String holder = table().balancerEpoch().holder();
        return members(Role.BALANCER).stream()
                .filter(Member::isRunning)
                .filter(member -> holder.equals(blueprint.endpoint(member).toString()))
                .findFirst();
    }

    /** Where a member listens. */
    public Endpoint endpoint(Member member) {
        return blueprint.endpoint(member);
    }

    /** Where the metadata processes listen. */
    public List<Endpoint> metadata() {
        return members(Role.METADATA).stream().map(blueprint::endpoint).toList();
    }

    /** Where the S3 gateways listen. */
    public List<Endpoint> gateways() {
        return members(Role.GATEWAY).stream().map(blueprint::endpoint).toList();
    }

    /** The access key of the gateways' one user. */
    public String accessKey() {
        return Blueprint.S3_KEY;
    }

    /** The secret key of the gateways' one user. */
    public String secretKey() {
        return Blueprint.S3_SECRET;
    }

    /** The addresses at which clients are told to find the metadata processes. */
    public List<Endpoint> metadataForClients() {
        return members(Role.METADATA).stream()
                .map(member -> blueprint.route(Blueprint.CLIENTS, member))
                .toList();
    }

    /** The address to which clients connect instead of the one that a flash server has registered. */
    public Endpoint routeForClients(Endpoint registered) {
        return blueprint.routeForClients(registered);
    }

    public RemoteRemapTable table() {
        return new RemoteRemapTable(network, metadata(), REQUEST);
    }

    /** As {@link #table()}, for polls that must not wait for what is down. */
    public RemoteRemapTable tableAtAGlance() {
        return new RemoteRemapTable(network, metadata(), GLANCE);
    }

    /** The queue of repair, and the servers being emptied; for polls that must not wait for what is down. */
    public RemoteRepairTable repairs() {
        return new RemoteRepairTable(network, metadata(), GLANCE);
    }

    /** The machines on which flash servers run; none if they have no names. */
    public List<String> nodes() {
        return List.copyOf(blueprint.nodes().keySet());
    }

    /** The flash servers of a machine. */
    public List<Member> membersOn(String node) {
        return blueprint.nodes().getOrDefault(node, List.of()).stream()
                .map(this::member)
                .toList();
    }

    /** Deletes the device of a flash server that is not running; it makes a new one at its start. */
    public void blankDevice(Member flash) throws IOException {
        Files.delete(blueprint.image(flash.name()));
    }

    /**
     * Kills the primary and promotes the standby, once nothing is on the primary alone. Both must be running, and no
     * other thread may be using them.
     *
     * @return the former primary, which is not running: once started it is the standby, and made anew. Until then
     *     commits are on one server alone.
     */
    public Member failOverDatabase(int number) throws SQLException, IOException, InterruptedException {
        return blueprint.databases().get(number).failOver();
    }

    /** Deletes the files of a PostgreSQL, which must not be running; it makes an empty database at its start. */
    public void loseDatabase(int number) throws IOException {
        blueprint.databases().get(number).lose();
    }

    /** Restores the files that a PostgreSQL, which must not be running, had lost. */
    public void restoreDatabase(int number) throws IOException {
        blueprint.databases().get(number).restore();
    }

    /**
     * From its next start on a metadata process uses other databases, which belong to no cluster of these servers.
     */
    public void misdirect(Member metadata, String database) throws SQLException {
        for (OwnDatabase own : blueprint.databases()) {
            own.create(database);
        }
        blueprint.misdirect(metadata, database);
    }

    /** A metadata process uses its own databases again from its next start on. */
    public void redirect(Member metadata) {
        blueprint.redirect(metadata);
    }

    /** Moves of buckets between databases; for polls that must not wait for what is down. */
    public RemoteBucketMoves moves() {
        return new RemoteBucketMoves(network, metadata(), GLANCE);
    }

    /** The network of this process, straight to the members; closed with the cluster. */
    public NettyRpcClient network() {
        return network;
    }

    /** A client that talks straight to the members. */
    public ChameleonClient client() {
        return ChameleonClient.builder()
                .metadata(metadata().stream().map(Endpoint::toString).toArray(String[]::new))
                .build();
    }

    /**
     * Waits until every server is registered and a balancer leads.
     *
     * @throws IllegalStateException in one line if that takes longer
     */
    public void awaitWhole(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        for (Member member : members()) {
            if (!member.awaitReady(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) {
                throw new IllegalStateException(member.name()
                        + (member.isRunning()
                                ? " did not start within " + limit.toSeconds() + " s"
                                : " ended at its start")
                        + "; see "
                        + blueprint.log(member.name()));
            }
        }
        int servers = members(Role.FLASH).size();
        await("every server is registered", end, () -> serversUp() == servers);
        await("a balancer leads", end, () -> leader().isPresent());
    }

    /** Flash servers that are registered. */
    public long serversUp() {
        return new MetadataClient(network, metadata())
                .clusterView(GLANCE).join().servers().stream()
                        .filter(ServerInfo::isReadable)
                        .count();
    }

    private static void await(String what, long end, BooleanSupplier condition) throws InterruptedException {
        while (!holds(condition)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited in vain until " + what);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("while waiting until " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (ChameleonError | CompletionException notYet) {
            return false;
        }
    }

    /** Whether this process was told to stop, and its members with it; to be asked once one has ended. */
    public boolean isEnding() throws InterruptedException {
        return ending.hasBegun();
    }

    /** Kills everything. */
    @Override
    public void close() throws InterruptedException {
        network.close();
        killAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook is running already.
        }
    }

    private void killAll() throws InterruptedException {
        List<Member> backwards = new ArrayList<>(members()).reversed();
        for (Member member : backwards) {
            member.retire();
        }
    }
}
