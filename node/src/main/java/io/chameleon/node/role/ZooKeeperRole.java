package io.chameleon.node.role;

import io.chameleon.node.embedded.DataDirectory;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.server.Parts;
import io.chameleon.server.admin.AdminHttp;
import io.chameleon.server.admin.Health;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A single ZooKeeper with its admin page, for clusters that have none of their own. */
public final class ZooKeeperRole implements AutoCloseable {
    private final Parts parts = new Parts();
    private final EmbeddedZooKeeper zookeeper;
    private final AdminHttp admin;

    public ZooKeeperRole(ZooKeeperServerConfig config) {
        try {
            Health health = new Health();
            admin = parts.opened(new AdminHttp(
                    new InetSocketAddress(config.host(), config.adminPort()),
                    parts.opened(new ProcessMetrics()).registry(),
                    health,
                    Map.of()));
            DataDirectory directory = parts.opened(DataDirectory.open(config.dataDir(), "--zookeeper.server.data-dir"));
            zookeeper = parts.opened(
                    EmbeddedZooKeeper.start(directory.root(), new InetSocketAddress(config.host(), config.port())));
            health.require("serving", zookeeper::isServing).started();
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    public int port() {
        return zookeeper.port();
    }

    public int adminPort() {
        return admin.port();
    }

    /** Completes with the reason if it can no longer serve. */
    public CompletableFuture<String> failed() {
        return zookeeper.failed();
    }

    @Override
    public void close() {
        parts.close();
    }
}
