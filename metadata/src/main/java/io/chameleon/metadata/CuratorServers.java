package io.chameleon.metadata;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.x.discovery.ServiceCache;
import org.apache.curator.x.discovery.ServiceDiscovery;
import org.apache.curator.x.discovery.ServiceDiscoveryBuilder;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.ServiceCacheListener;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flash servers by Curator's service discovery, in a cache that ZooKeeper updates. While the connection to ZooKeeper is
 * lost, the cache keeps its content and reports the loss, which says nothing about the servers.
 */
public final class CuratorServers implements RegisteredServers {
    private static final Logger LOG = LoggerFactory.getLogger(CuratorServers.class);

    private final CuratorFramework curator;
    private final ServiceDiscovery<Map<String, String>> discovery;

    private final ServiceCache<Map<String, String>> cache;
    private final AtomicLong changes = new AtomicLong();
    private volatile @Nullable Registered last;

    /** @param changes that the cache had seen at least when it was read */
    private record Registered(long changes, List<ServerInfo> servers) {}

    /** Returns once the cache has the registered servers. The client is already started, and the caller closes it. */
    public CuratorServers(CuratorFramework curator) {
        this.curator = curator;
        discovery = ServiceDiscoveryBuilder.builder(payloadType())
                .client(curator)
                .basePath(ServerInfo.DISCOVERY_PATH)
                .serializer(new RegistrationFormat())
                .build();
        cache = discovery.serviceCacheBuilder().name(ServerInfo.DISCOVERY_NAME).build();
        try {
            discovery.start();
            cache.addListener(new ServiceCacheListener() {
                @Override
                public void cacheChanged() {
                    changes.incrementAndGet();
                }

                @Override
                public void stateChanged(CuratorFramework client, ConnectionState newState) {
                    LOG.debug("the connection to ZooKeeper is {}", newState);
                }
            });
            cache.start();
        } catch (Exception e) {
            close();
            throw new IllegalStateException("service discovery at " + ServerInfo.DISCOVERY_PATH + " does not start", e);
        }
    }

    @Override
    public boolean isCurrent() {
        return curator.getZookeeperClient().isConnected();
    }

    /** The same list as long as nothing is registered, removed or changed: every request for the view compares it. */
    @Override
    public List<ServerInfo> registered() {
        long before = changes.get();
        Registered known = last;
        if (known == null || known.changes != before) {
            known = new Registered(
                    before,
                    cache.getInstances().stream()
                            .map(CuratorServers::server)
                            .flatMap(Optional::stream)
                            .toList());
            last = known;
        }
        return known.servers;
    }

    @Override
    public String cluster() {
        try {
            return new String(curator.getData().forPath(ServerInfo.CLUSTER_PATH), StandardCharsets.US_ASCII);
        } catch (KeeperException.NoNodeException e) {
            return "";
        } catch (Exception e) {
            throw unknown(e);
        }
    }

    @Override
    public String name(String cluster) {
        try {
            String unused = curator.create()
                    .creatingParentsIfNeeded()
                    .forPath(ServerInfo.CLUSTER_PATH, cluster.getBytes(StandardCharsets.US_ASCII));
        } catch (KeeperException.NodeExistsException e) {
            LOG.debug("another metadata process was first");
        } catch (Exception e) {
            throw unknown(e);
        }
        return cluster();
    }

    static IllegalStateException unknown(Exception cause) {
        String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new IllegalStateException("ZooKeeper cannot be asked: " + why, cause);
    }

    /** Entries that are not flash servers are skipped: one bad entry must not hide the others. */
    static Optional<ServerInfo> server(ServiceInstance<Map<String, String>> instance) {
        try {
            Map<String, String> attributes = new HashMap<>(instance.getPayload());
            Integer port = instance.getPort();
            return Optional.of(ServerInfo.ofAttributes(
                    new ServerId(instance.getId()), instance.getAddress(), port == null ? -1 : port, attributes));
        } catch (IllegalArgumentException e) {
            LOG.warn("registration '{}' passed over: {}", instance.getId(), e.getMessage());
            return Optional.empty();
        }
    }

    /** A class token cannot carry the type arguments, and the format ignores it. */
    @SuppressWarnings("unchecked")
    private static Class<Map<String, String>> payloadType() {
        return (Class<Map<String, String>>) (Class<?>) Map.class;
    }

    @Override
    public void close() {
        try {
            cache.close();
            discovery.close();
        } catch (IOException | IllegalStateException e) {
            LOG.warn("service discovery did not close: {}", e.getMessage());
        }
    }
}
