package io.chameleon.node.cluster;

import io.chameleon.core.Require;
import io.chameleon.server.ServerConfig.Medium;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The layout that a data directory was made for: {@code layout.json} beside the servers' images, {@code postgres/} and
 * {@code zookeeper/}. Servers that are missing, or smaller, would lose fragments, so a directory is reopened only as it
 * was made.
 */
public record ClusterLayout(int servers, long serverBytes, int zones, Medium medium) {
    private static final String FILE = "layout.json";

    public ClusterLayout {
        Require.that(servers >= 1, "servers in " + FILE, servers, "at least 1");
        Require.that(medium != null, "medium in " + FILE, null, "IMAGE, MEMORY or TIMING_ONLY");
    }

    static ClusterLayout of(DevClusterConfig config) {
        return new ClusterLayout(config.servers(), config.serverBytes(), config.zones(), config.medium());
    }

    /** The layout of a directory that has been used; empty for a new one. */
    public static Optional<ClusterLayout> read(Path dataDir) {
        return JsonFiles.read(dataDir.resolve(FILE), ClusterLayout.class);
    }

    /**
     * Records the layout of a new directory, or checks that of an old one.
     *
     * @throws IllegalArgumentException in one line if they differ
     */
    static void claim(DevClusterConfig config) {
        ClusterLayout asked = of(config);
        Optional<ClusterLayout> made = read(config.dataDir());
        made.ifPresent(layout -> layout.requireSame(asked, config.dataDir()));
        if (made.isEmpty()) {
            JsonFiles.write(config.dataDir().resolve(FILE), asked);
        }
    }

    private void requireSame(ClusterLayout asked, Path dataDir) {
        String hint = "; start it so, or choose another --data-dir";
        Require.that(
                medium == Medium.IMAGE,
                "data directory " + dataDir,
                "used before on medium " + medium,
                "a new directory: what was in it is gone with its process");
        Require.that(asked.medium == medium, "medium", asked.medium, medium + " as in " + dataDir + hint);
        Require.that(asked.servers == servers, "servers", asked.servers, servers + " as in " + dataDir + hint);
        Require.that(
                asked.serverBytes == serverBytes,
                "bytes per server",
                asked.serverBytes,
                serverBytes + " as in " + dataDir + hint);
        Require.that(asked.zones == zones, "zones", asked.zones, zones + " as in " + dataDir + hint);
    }
}
