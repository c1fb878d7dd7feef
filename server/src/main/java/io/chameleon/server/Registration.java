package io.chameleon.server;

import io.chameleon.core.ServerInfo;
import java.util.Map;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.x.discovery.ServiceDiscovery;
import org.apache.curator.x.discovery.ServiceDiscoveryBuilder;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.JsonInstanceSerializer;

/**
 * The server's entry in ZooKeeper, from which metadata learns that it is up: Curator service discovery under
 * {@link ServerInfo#DISCOVERY_PATH}, named by the server's id, with {@link ServerInfo#attributes()} as payload.
 *
 * <p>The entry is ephemeral, and Curator registers it again after the session was lost. Calls wait for ZooKeeper; safe from
 * any thread.
 */
final class Registration implements AutoCloseable {
    private final ServiceDiscovery<Map<String, String>> discovery;
    private final CuratorFramework zookeeper;
    private boolean announced;

    Registration(CuratorFramework zookeeper) {
        this.zookeeper = zookeeper;
        discovery = ServiceDiscoveryBuilder.builder(payloadType())
                .client(zookeeper)
                .basePath(ServerInfo.DISCOVERY_PATH)
                .serializer(new JsonInstanceSerializer<>(payloadType()))
                .build();
    }

    /** Announces the server, or what has changed about it. */
    synchronized void announce(ServerInfo server) {
        try {
            if (announced) {
                discovery.updateService(instance(server));
            } else {
                discovery.start();
                discovery.registerService(instance(server));
                announced = true;
            }
        } catch (Exception e) {
            throw new IllegalStateException("server " + server.id() + ": cannot register in ZooKeeper", e);
        }
    }

    /** Whether the entry is there as far as we can know: without a connection it may be gone by now. */
    synchronized boolean isRegistered() {
        return announced && zookeeper.getZookeeperClient().isConnected();
    }

    private static ServiceInstance<Map<String, String>> instance(ServerInfo server) throws Exception {
        return ServiceInstance.<Map<String, String>>builder()
                .name(ServerInfo.DISCOVERY_NAME)
                .id(server.id().value())
                .address(server.host())
                .port(server.port())
                // The class name travels with the payload, so it has to be one that every reader can build.
                .payload(new TreeMap<>(server.attributes()))
                .build();
    }

    /** A class token cannot carry the type arguments. */
    @SuppressWarnings("unchecked")
    private static Class<Map<String, String>> payloadType() {
        return (Class<Map<String, String>>) (Class<?>) Map.class;
    }

    /** Takes the entry away. */
    @Override
    public synchronized void close() {
        announced = false;
        try {
            discovery.close();
        } catch (Exception e) {
            throw new IllegalStateException("cannot unregister from ZooKeeper", e);
        }
    }
}
