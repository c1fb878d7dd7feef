package io.chameleon.cli.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper of one, in this process, on loopback. Its snapshots and log are in a directory. */
public final class EmbeddedZooKeeper implements AutoCloseable {
    private static final int TICK_MILLIS = 1_000;
    private static final int MAX_CONNECTIONS = 500;

    private final ZooKeeperServer server;
    private final ServerCnxnFactory connections;

    private EmbeddedZooKeeper(ZooKeeperServer server, ServerCnxnFactory connections) {
        this.server = server;
        this.connections = connections;
    }

    /** Starts on {@code directory}. The port is any free one if {@code port} is 0. */
    public static EmbeddedZooKeeper start(Path directory, int port) {
        try {
            Files.createDirectories(directory);
            ZooKeeperServer server = new ZooKeeperServer(directory.toFile(), directory.toFile(), TICK_MILLIS);
            ServerCnxnFactory connections =
                    ServerCnxnFactory.createFactory(new InetSocketAddress("127.0.0.1", port), MAX_CONNECTIONS);
            connections.startup(server);
            return new EmbeddedZooKeeper(server, connections);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start ZooKeeper on " + directory + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ZooKeeper started", e);
        }
    }

    public String connectString() {
        return "127.0.0.1:" + connections.getLocalPort();
    }

    @Override
    public void close() {
        connections.shutdown();
        server.shutdown();
    }
}
