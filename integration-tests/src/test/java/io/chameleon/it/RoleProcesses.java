package io.chameleon.it;

import static org.awaitility.Awaitility.await;

import io.chameleon.cli.embedded.EmbeddedDatabase;
import io.chameleon.cli.embedded.EmbeddedZooKeeper;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.ServerInfo;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.NettyRpcClient;
import io.chameleon.transport.TransportConfig;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteRemapTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cluster of processes: metadata service, flash servers and two balancers are JVMs of their own, run by {@code chameleon ROLE};
 * PostgreSQL is a process too, ZooKeeper runs here. Each can be killed and started again on its port and data.
 */
final class RoleProcesses implements AutoCloseable {
    static final String METADATA = "metadata";
    private static final String MAIN = "io.chameleon.cli.Main";
    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Path directory;
    private final EmbeddedDatabase database;
    private final EmbeddedZooKeeper zookeeper;
    private final Map<String, Map<String, String>> environments = new LinkedHashMap<>();
    private final Map<String, JavaProcess> running = new ConcurrentHashMap<>();
    private final Endpoint metadata;
    private final NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
    private final int servers;

    RoleProcesses(Path directory, int servers) {
        this.directory = directory;
        this.servers = servers;
        database = EmbeddedDatabase.start(directory.resolve("postgres"), 0);
        zookeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), 0);
        metadata = new Endpoint("127.0.0.1", freePort());
        environments.put(
                METADATA,
                Map.of(
                        "CHAMELEON_METADATA_PORT", Integer.toString(metadata.port()),
                        "CHAMELEON_METADATA_ADMIN_PORT", "0",
                        "CHAMELEON_METADATA_DATABASE_URL", database.jdbcUrl().replaceAll("\\?.*", ""),
                        "CHAMELEON_METADATA_DATABASE_USER", "postgres",
                        "CHAMELEON_METADATA_DATABASE_PASSWORD", "postgres"));
        for (int i = 0; i < servers; i++) {
            environments.put(
                    server(i),
                    Map.of(
                            "CHAMELEON_SERVER_ID", server(i),
                            "CHAMELEON_SERVER_PORT", Integer.toString(freePort()),
                            "CHAMELEON_SERVER_ADMIN_PORT", "0",
                            "CHAMELEON_SERVER_IMAGE",
                                    directory.resolve(server(i) + ".img").toString(),
                            "CHAMELEON_SERVER_CAPACITY_BYTES", "64MiB"));
        }
        for (String balancer : List.of("balancer-0", "balancer-1")) {
            environments.put(
                    balancer,
                    Map.of(
                            "CHAMELEON_BALANCER_METADATA", metadata.toString(),
                            "CHAMELEON_BALANCER_PORT", Integer.toString(freePort()),
                            "CHAMELEON_BALANCER_ADMIN_PORT", "0",
                            "CHAMELEON_BALANCER_EPOCH", "1s",
                            "CHAMELEON_BALANCER_REAP_INTERVAL", "100ms",
                            "CHAMELEON_BALANCER_REAP_DELAY", "200ms"));
        }
        environments.keySet().forEach(this::start);
        await("every server is registered")
                .atMost(START_LIMIT)
                .ignoreExceptions()
                .until(this::serversUp, up -> up == servers);
        await("a balancer leads").atMost(START_LIMIT).ignoreExceptions().until(() -> leader().isPresent());
    }

    static String server(int number) {
        return "flash-" + number;
    }

    void start(String name) {
        String role = name.startsWith("flash") ? "server" : name.replaceAll("-\\d+$", "");
        Map<String, String> environment = new LinkedHashMap<>(environments.get(name));
        environment.put("CHAMELEON_ZOOKEEPER_CONNECT", zookeeper.connectString());
        environment.put("CHAMELEON_ZOOKEEPER_SESSION_TIMEOUT", "4s");
        running.put(name, JavaProcess.start(name, directory, environment, line -> {}, MAIN, role));
    }

    /** kill -9. */
    void kill(String name) throws InterruptedException {
        Objects.requireNonNull(running.remove(name), name).kill();
    }

    /** Name of the balancer process that leads, by the fencing row; empty if that process is not running. */
    java.util.Optional<String> leader() {
        String holder = table().balancerEpoch().holder();
        return environments.entrySet().stream()
                .filter(entry ->
                        holder.equals("127.0.0.1:" + entry.getValue().getOrDefault("CHAMELEON_BALANCER_PORT", "")))
                .map(Map.Entry::getKey)
                .filter(running::containsKey)
                .findFirst();
    }

    RemoteRemapTable table() {
        return new RemoteRemapTable(network, List.of(metadata), TIMEOUT);
    }

    Endpoint metadataEndpoint() {
        return metadata;
    }

    ChameleonClient client() {
        return ChameleonClient.builder().metadata(metadata.toString()).build();
    }

    int servers() {
        return servers;
    }

    private long serversUp() throws Exception {
        return new MetadataClient(network, List.of(metadata))
                .clusterView(TIMEOUT).get().servers().stream()
                        .filter(ServerInfo::isReadable)
                        .count();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }

    @Override
    public void close() throws Exception {
        for (JavaProcess process : running.values()) {
            process.kill();
        }
        network.close();
        zookeeper.close();
        database.close();
    }
}
