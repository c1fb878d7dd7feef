package io.chameleon.node.role;

import io.chameleon.core.ServerInfo;
import io.chameleon.server.cluster.OrderedEvents;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections to ZooKeeper, as {@link ZooKeeperConfig} says. */
final class ZooKeeperClient {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperClient.class);
    private static final int FIRST_RETRY_MILLIS = 100;
    private static final int LONGEST_RETRY_MILLIS = 5_000;
    private static final int RETRIES = 10;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int FIRST_CONNECT_SECONDS = 15;
    /** The parent of all our paths, with or without a root. */
    private static final String BASE =
            ZKPaths.getPathAndNode(ServerInfo.CLUSTER_PATH).getPath();

    private final ZooKeeperConfig config;

    private ZooKeeperClient(ZooKeeperConfig config) {
        this.config = config;
    }

    /**
     * Connects, and makes the root if it does not exist. Curator handles later losses of the connection.
     *
     * @throws IllegalStateException in one line if ZooKeeper does not answer within 15 s, or does not accept this user
     */
    static CuratorFramework open(ZooKeeperConfig config) {
        ZooKeeperClient opening = new ZooKeeperClient(config);
        if (!config.root().isEmpty()) {
            try (CuratorFramework client = opening.connected(config.hosts())) {
                opening.makeRoot(client);
            }
        }
        CuratorFramework client = opening.connected(config.connect());
        try {
            opening.requireAccess(client);
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private CuratorFramework connected(String address) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(address)
                .sessionTimeoutMs(Math.toIntExact(config.sessionTimeout().toMillis()))
                .connectionTimeoutMs(CONNECT_MILLIS)
                .zookeeperFactory(new OrderedEvents())
                .retryPolicy(new BoundedExponentialBackoffRetry(FIRST_RETRY_MILLIS, LONGEST_RETRY_MILLIS, RETRIES));
        if (config.isAuthenticated()) {
            builder.authorization("digest", (config.user() + ":" + config.password()).getBytes(StandardCharsets.UTF_8))
                    .aclProvider(new CreatorAlone());
        }
        CuratorFramework client = builder.build();
        client.start();
        try {
            if (client.blockUntilConnected(FIRST_CONNECT_SECONDS, TimeUnit.SECONDS)) {
                client.getConnectionStateListenable().addListener((_, state) -> log(state, address));
                return client;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
        throw new IllegalStateException("no connection to ZooKeeper at " + address + " within " + FIRST_CONNECT_SECONDS
                + " s; is it running there?");
    }

    private static void log(ConnectionState state, String address) {
        switch (state) {
            case SUSPENDED -> LOG.warn("lost the connection to ZooKeeper at {}, and keeps trying", address);
            case LOST -> LOG.warn("the session at ZooKeeper at {} is over: others take this process for gone", address);
            case RECONNECTED -> LOG.info("connected to ZooKeeper at {} again", address);
            default -> LOG.debug("ZooKeeper at {}: {}", address, state);
        }
    }

    private void makeRoot(CuratorFramework client) {
        try {
            // A user who may not create it may still find it there.
            if (client.checkExists().forPath(config.root()) == null) {
                String unused = client.create().creatingParentsIfNeeded().forPath(config.root(), new byte[0]);
            }
        } catch (KeeperException.NodeExistsException e) {
            LOG.debug("another process was first to make {}", config.root());
        } catch (Exception e) {
            throw failed(config.root(), e);
        }
    }

    private void requireAccess(CuratorFramework client) {
        List<String> paths = config.root().isEmpty() ? List.of(BASE) : List.of("/", BASE);
        for (String path : paths) {
            try {
                List<String> unused = client.getChildren().forPath(path);
                if (config.isAuthenticated() && client.getACL().forPath(path).equals(Ids.OPEN_ACL_UNSAFE)) {
                    LOG.warn(
                            "{} of ZooKeeper at {} is open to everybody: it was not made with zookeeper.password",
                            path,
                            config.connect());
                }
            } catch (KeeperException.NoNodeException e) {
                LOG.debug("{} is still to be made", path);
            } catch (Exception e) {
                throw failed(path, e);
            }
        }
    }

    private IllegalStateException failed(String path, Exception cause) {
        String who = config.isAuthenticated() ? "user " + config.user() : "a process without zookeeper.password";
        return cause instanceof KeeperException.NoAuthException
                ? new IllegalStateException(who + " may not use " + path + " of ZooKeeper at " + config.connect()
                        + "; zookeeper.user and zookeeper.password must be those of every process")
                : new IllegalStateException(
                        "cannot use " + path + " of ZooKeeper at " + config.connect() + ": " + cause.getMessage(),
                        cause);
    }

    private static final class CreatorAlone implements ACLProvider {
        @Override
        public List<ACL> getDefaultAcl() {
            return Ids.CREATOR_ALL_ACL;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return Ids.CREATOR_ALL_ACL;
        }
    }
}
