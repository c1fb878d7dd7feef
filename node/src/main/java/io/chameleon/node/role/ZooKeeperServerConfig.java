package io.chameleon.node.role;

import io.chameleon.core.Require;
import java.nio.file.Path;

/**
 * Where a ZooKeeper of one keeps its files and listens.
 *
 * @param dataDir holds snapshots and log
 * @param host address to listen on, for clients and for the admin page
 * @param port for clients; 0 takes any free one, and so does {@code adminPort}
 */
public record ZooKeeperServerConfig(Path dataDir, String host, int port, int adminPort) {
    public ZooKeeperServerConfig {
        Require.that(!dataDir.toString().isBlank(), "zookeeper.server.data-dir", dataDir, "a directory");
        Require.that(!host.isBlank(), "zookeeper.server.host", host, "a host name or address");
        Require.that(port >= 0 && port <= 65_535, "zookeeper.server.port", port, "0 (any) to 65535");
        Require.that(
                adminPort >= 0 && adminPort <= 65_535, "zookeeper.server.admin-port", adminPort, "0 (any) to 65535");
    }
}
