package io.chameleon.node.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.server.ContainerManager;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.RequestProcessor;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.util.ServiceUtils;

/** A single ZooKeeper, in this process. Its snapshots and log are in a directory, and old ones are removed. */
public final class EmbeddedZooKeeper implements AutoCloseable {
    private static final int TICK_MILLIS = 1_000;
    private static final int MAX_CONNECTIONS = 500;
    private static final int KEPT_SNAPSHOTS = 3;
    private static final int PURGE_HOURS = 1;
    private static final int CONTAINER_CHECK_MILLIS = 60_000;
    private static final int MOST_CONTAINERS_PER_MINUTE = 10_000;

    static {
        // By itself it ends the whole process, be it that of somebody's tests.
        ServiceUtils.setSystemExitProcedure(code -> {
            throw new CannotGoOnException(code);
        });
    }

    private final Watched server;
    private final ServerCnxnFactory connections;
    private final ContainerManager containers;
    private final DatadirCleanupManager purge;

    private EmbeddedZooKeeper(Path directory, InetSocketAddress bind) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        server = new Watched(directory.toFile());
        connections = ServerCnxnFactory.createFactory(bind, MAX_CONNECTIONS);
        try {
            connections.startup(server);
        } catch (CannotGoOnException e) {
            connections.shutdown();
            throw e;
        }
        containers = new ContainerManager(
                server.getZKDatabase(), server.processor(), CONTAINER_CHECK_MILLIS, MOST_CONTAINERS_PER_MINUTE);
        containers.start();
        purge = new DatadirCleanupManager(directory.toFile(), directory.toFile(), KEPT_SNAPSHOTS, PURGE_HOURS);
        purge.start();
    }

    /** Starts on {@code directory}, on loopback. The port is any free one if {@code port} is 0. */
    public static EmbeddedZooKeeper start(Path directory, int port) {
        return start(directory, new InetSocketAddress("127.0.0.1", port));
    }

    /** Starts on {@code directory}, which nothing else uses now. */
    public static EmbeddedZooKeeper start(Path directory, InetSocketAddress bind) {
        try {
            return new EmbeddedZooKeeper(directory, bind);
        } catch (BindException e) {
            throw new UncheckedIOException(
                    "cannot start ZooKeeper on " + directory + ": port " + bind.getPort() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start ZooKeeper on " + directory + ": " + e.getMessage(), e);
        } catch (CannotGoOnException e) {
            throw new IllegalStateException(
                    "cannot start ZooKeeper on " + directory + ": it cannot write there; its log is above", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ZooKeeper started", e);
        }
    }

    public String connectString() {
        return "127.0.0.1:" + port();
    }

    public int port() {
        return connections.getLocalPort();
    }

    public boolean isServing() {
        return server.isRunning();
    }

    /** Completes with the reason if it can no longer serve, for example because its disk is full. */
    public CompletableFuture<String> failed() {
        return server.failed;
    }

    @Override
    public void close() {
        purge.shutdown();
        containers.stop();
        connections.shutdown();
        server.shutdown();
    }

    /** In place of the end of the process. */
    private static final class CannotGoOnException extends RuntimeException {
        private static final long serialVersionUID = 1;

        CannotGoOnException(int code) {
            super("ZooKeeper cannot go on, its code is " + code);
        }
    }

    private static final class Watched extends ZooKeeperServer {
        private final CompletableFuture<String> failed = new CompletableFuture<>();

        Watched(File directory) throws IOException {
            super(directory, directory, TICK_MILLIS);
        }

        RequestProcessor processor() {
            return firstProcessor;
        }

        @Override
        protected void setState(State newState) {
            super.setState(newState);
            if (newState == State.ERROR) {
                failed.complete("ZooKeeper can no longer write; its log is above");
            }
        }
    }
}
