package io.chameleon.node.cluster;

import io.chameleon.core.Require;
import io.chameleon.node.role.FlashRole;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.server.InParallel;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The flash servers of a cluster in one process, by number. Safe from any thread. */
public final class FlashServers implements AutoCloseable {
    private final DevClusterConfig config;
    private final TransportConfig transport;
    private final ZooKeeperConfig zookeeper;
    private final Map<Integer, FlashRole> running = new TreeMap<>();

    FlashServers(DevClusterConfig config, TransportConfig transport, ZooKeeperConfig zookeeper) {
        this.config = config;
        this.transport = transport;
        this.zookeeper = zookeeper;
    }

    /** All at once: mounting a device is a scan of it. */
    void startAll() {
        InParallel.forEach(IntStream.range(0, config.servers()).boxed().toList(), this::start);
    }

    /** Starts a server that is not running, on the device it had. */
    public void start(int number) {
        requireRunning(number, false);
        FlashRole role = new FlashRole(config.server(number), transport, zookeeper);
        synchronized (running) {
            running.put(number, role);
        }
    }

    /** Stops a server like SIGTERM: it leaves the cluster, answers pending requests, syncs. */
    public void stop(int number) {
        requireRunning(number, true);
        FlashRole role;
        synchronized (running) {
            role = running.remove(number);
        }
        if (role != null) {
            role.close();
        }
    }

    private void requireRunning(int number, boolean expected) {
        Require.that(number >= 0 && number < config.servers(), "server", number, "0 to " + (config.servers() - 1));
        synchronized (running) {
            Require.that(
                    running.containsKey(number) == expected,
                    "server",
                    number,
                    expected ? "one that is running" : "one that is not running");
        }
    }

    /** Addresses of the running servers, in the order of their numbers. */
    public List<Endpoint> endpoints() {
        return roles().stream().map(FlashRole::endpoint).toList();
    }

    List<ClusterFile.Server> describe() {
        return roles().stream()
                .map(role -> new ClusterFile.Server(
                        role.infos().get(0).id().value(),
                        role.endpoint().toString(),
                        Endpoint.text(role.endpoint().host(), role.adminPort())))
                .toList();
    }

    private List<FlashRole> roles() {
        synchronized (running) {
            return List.copyOf(running.values());
        }
    }

    @Override
    public void close() {
        List<FlashRole> roles = roles();
        synchronized (running) {
            running.clear();
        }
        InParallel.forEach(roles, FlashRole::close);
    }
}
