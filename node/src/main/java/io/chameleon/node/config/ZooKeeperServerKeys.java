package io.chameleon.node.config;

import io.chameleon.node.role.ZooKeeperServerConfig;
import java.nio.file.Path;
import java.util.List;

/** The settings of the role {@code zookeeper}. */
public final class ZooKeeperServerKeys {
    static final Key<String> DATA_DIR = Key.path("zookeeper.server.data-dir", null, "directory of snapshots and log");
    static final Key<String> HOST = Key.text("zookeeper.server.host", "127.0.0.1", "address to listen on");
    static final Key<Integer> PORT = Key.port("zookeeper.server.port", 2181, "port for clients; 0 for any");
    static final Key<Integer> ADMIN_PORT =
            Key.port("zookeeper.server.admin-port", 2182, "port of the admin page; 0 for any");

    static final List<Key<?>> LIST = List.of(DATA_DIR, HOST, PORT, ADMIN_PORT);
    /** All that the role reads. */
    public static final List<Key<?>> OF_ROLE = LIST;

    private ZooKeeperServerKeys() {}

    public static ZooKeeperServerConfig zookeeper(Settings settings) {
        return settings.checked(() -> new ZooKeeperServerConfig(
                Path.of(settings.get(DATA_DIR)), settings.get(HOST), settings.get(PORT), settings.get(ADMIN_PORT)));
    }
}
