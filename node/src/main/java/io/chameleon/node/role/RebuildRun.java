package io.chameleon.node.role;

import io.chameleon.core.Require;
import io.chameleon.core.ServerInfo;
import io.chameleon.metadata.CuratorServers;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.rebuild.Rebuild;
import io.chameleon.metadata.rebuild.RebuildOptions;
import io.chameleon.metadata.rebuild.RebuildProgress;
import io.chameleon.metadata.rebuild.RebuildReport;
import io.chameleon.metadata.rebuild.Share;
import io.chameleon.server.Parts;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A rebuild of the mapping from the registered flash servers: finds them, assigns the database to their cluster, and
 * begins.
 */
public final class RebuildRun implements AutoCloseable {
    private final Parts parts = new Parts();
    private final CuratorServers registered;
    private final NettyRpcClient network;
    private final List<DatabaseConfig> databases;
    private final int number;
    private final List<ServerInfo> servers;
    private final String cluster;

    /** Of the only database. */
    public RebuildRun(DatabaseConfig database, TransportConfig transport, ZooKeeperConfig zookeeper, int fewest) {
        this(List.of(database), 0, transport, zookeeper, fewest);
    }

    /**
     * @param databases all that the mapping table is on
     * @param number of the one that is made anew; the others must answer, as they say which buckets are theirs
     * @param fewest servers that must be registered
     * @throws IllegalStateException in one line if there are fewer, or if it is not clear to which cluster they belong
     */
    public RebuildRun(
            List<DatabaseConfig> databases,
            int number,
            TransportConfig transport,
            ZooKeeperConfig zookeeper,
            int fewest) {
        this.databases = List.copyOf(databases);
        this.number = number;
        Require.that(
                number >= 0 && number < databases.size(),
                "--database",
                number,
                "0 to " + (databases.size() - 1) + ", as metadata.database.further-urls has " + (databases.size() - 1)
                        + " URLs");
        try {
            registered = parts.opened(new CuratorServers(parts.opened(ZooKeeperClient.open(zookeeper))));
            network = parts.opened(new NettyRpcClient(transport));
            servers = registered.registered();
            if (servers.size() < fewest) {
                throw new IllegalStateException(servers.size() + " flash servers are registered at "
                        + zookeeper.connect() + ", expected at least " + fewest);
            }
            cluster = cluster();
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    /** The id that the devices have, and ZooKeeper, unless that was lost as well. */
    private String cluster() {
        Set<String> named = Stream.concat(
                        Stream.of(registered.cluster()),
                        servers.stream().map(server -> server.identity().cluster()))
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        if (named.size() != 1) {
            throw new IllegalStateException("the registered flash servers are of "
                    + (named.isEmpty() ? "no cluster" : "several clusters: " + String.join(", ", named))
                    + ", expected one");
        }
        return named.iterator().next();
    }

    public List<ServerInfo> servers() {
        return List.copyOf(servers);
    }

    /** Id of the cluster that the database is assigned to. */
    public String clusterId() {
        return cluster;
    }

    /**
     * @throws IllegalArgumentException in one line if the database knows objects
     */
    public RebuildReport run(RebuildOptions options, RebuildProgress progress) {
        InstantSource clock = InstantSource.system();
        Share share = share();
        try (Database opened = open(number)) {
            FlashClient flash = new FlashClient(network);
            FlashComponents components = new FlashComponents(flash, servers);
            return Rebuild.run(opened, share, flash, components, servers, cluster, options, clock, progress);
        }
    }

    private Database open(int of) {
        return Database.open(databases.get(of), new SimpleMeterRegistry());
    }

    private Share share() {
        if (number > 0) {
            try (Database first = open(0)) {
                return Share.of(number, first);
            }
        }
        List<Database> further = new ArrayList<>();
        try {
            for (int other = 1; other < databases.size(); other++) {
                further.add(open(other));
            }
            return Share.ofTheFirst(further);
        } finally {
            further.forEach(Database::close);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
