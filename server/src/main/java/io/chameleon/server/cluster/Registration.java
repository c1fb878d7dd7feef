package io.chameleon.server.cluster;

import io.chameleon.core.Durations;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.curator.utils.ZKPaths;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.InstanceSerializer;
import org.apache.curator.x.discovery.details.JsonInstanceSerializer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's entry in ZooKeeper, from which metadata learns that it is up: an instance of Curator's service discovery
 * under {@link ServerInfo#DISCOVERY_PATH}, named by the server's id, with {@link ServerInfo#attributes()} as payload.
 *
 * <p>The entry is ephemeral and kept by a {@link PersistentNode}, which recreates it after the session was lost or the
 * entry deleted. Curator's own {@code ServiceDiscovery.registerService} does so too. But if it runs at the moment the
 * client connects, while the entry of a former process still exists, its two attempts can delete each other's entry and
 * leave none.
 *
 * <p>Calls wait for ZooKeeper, for a while. Safe from any thread.
 */
public final class Registration implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Registration.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CuratorFramework zookeeper;
    private final InstanceSerializer<Map<String, String>> format = new JsonInstanceSerializer<>(payloadType());
    private final PersistentNode node;

    /** Announces the server. While ZooKeeper cannot be reached it keeps trying, and the server is not registered. */
    public Registration(CuratorFramework zookeeper, ServerInfo server) {
        this.zookeeper = zookeeper;
        node = new PersistentNode(zookeeper, CreateMode.EPHEMERAL, false, path(server.id()), bytes(server));
        node.start();
        if (!created()) {
            LOG.warn(
                    "server={} is not registered yet: ZooKeeper did not answer within {}",
                    server.id(),
                    Durations.text(PATIENCE));
        }
    }

    static String path(ServerId server) {
        return ZKPaths.makePath(ServerInfo.DISCOVERY_PATH, ServerInfo.DISCOVERY_NAME, server.value());
    }

    private boolean created() {
        try {
            return node.waitForInitialCreate(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Announces a change of the server, and returns once it is visible. {@code UNAVAILABLE} if ZooKeeper cannot be
     * reached now; the change is announced as soon as it can.
     */
    public synchronized void announce(ServerInfo server) {
        byte[] bytes = bytes(server);
        try {
            node.setData(bytes);
            String path = node.getActualPath();
            if (path != null) {
                zookeeper.setData().forPath(path, bytes);
            }
        } catch (KeeperException.NoNodeException e) {
            LOG.debug("server={} entry is being made again", server.id());
        } catch (Exception e) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "server " + server.id() + " has changed, but ZooKeeper cannot be told yet",
                    e);
        }
    }

    /** Whether the entry ever existed: the server can be found, or could. */
    public boolean wasRegistered() {
        return node.getActualPath() != null;
    }

    /** Whether the entry exists as far as we can know: without a connection it may be gone by now. */
    public boolean isRegistered() {
        return node.getActualPath() != null && zookeeper.getZookeeperClient().isConnected();
    }

    private byte[] bytes(ServerInfo server) {
        try {
            return format.serialize(ServiceInstance.<Map<String, String>>builder()
                    .name(ServerInfo.DISCOVERY_NAME)
                    .id(server.id().value())
                    .address(server.host())
                    .port(server.port())
                    // The payload carries the name of its class, so it has to be one that every reader can make.
                    .payload(new TreeMap<>(server.attributes()))
                    .build());
        } catch (Exception e) {
            throw new IllegalStateException("server " + server.id() + " cannot be written as JSON", e);
        }
    }

    /** A class token cannot carry the type arguments. */
    @SuppressWarnings("unchecked")
    private static Class<Map<String, String>> payloadType() {
        return (Class<Map<String, String>>) (Class<?>) Map.class;
    }

    /**
     * Removes the entry. While ZooKeeper is away nobody waits for that: a process of several devices would wait for
     * each in turn, and the entry ends with the session.
     */
    @Override
    public void close() {
        if (zookeeper.getZookeeperClient().isConnected()) {
            remove();
            return;
        }
        LOG.warn("ZooKeeper does not answer: the entry of this server ends with its session");
        Thread unused = Thread.ofVirtual().start(() -> {
            try {
                remove();
            } catch (RuntimeException e) {
                LOG.debug("the entry is left to its session", e);
            }
        });
    }

    private void remove() {
        try {
            node.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unregister from ZooKeeper", e);
        }
    }
}
