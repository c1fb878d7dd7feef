package io.chameleon.lab.chaos.process;

import io.chameleon.core.Require;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Map;

/**
 * A cluster of processes.
 *
 * @param directory for data and logs; must exist
 * @param servers flash servers, {@code flash-0} and so on
 * @param nodes machines that they run on, {@code node-0} and so on, which they take in turn; 0: none is named
 * @param metadata metadata processes
 * @param balancers balancer processes, of which one leads
 * @param gateways S3 gateways, {@code gateway-0} and so on
 * @param serverBytes capacity of each flash server
 * @param database JDBC URL of a database that others run, with its user and password; "" for a PostgreSQL that is a
 *     member of the cluster
 * @param databases PostgreSQL servers of the cluster's own, over which the mapping table is spread; 1 where others run
 *     it
 * @param standby whether each of the cluster's own has a synchronous standby
 * @param settings what every role finds in its environment, {@code CHAMELEON_...}; it ignores keys of other roles
 */
@RecordBuilder
public record ClusterSpec(
        Path directory,
        int servers,
        int nodes,
        int metadata,
        int balancers,
        int gateways,
        long serverBytes,
        String database,
        int databases,
        boolean standby,
        Map<String, String> settings)
        implements ClusterSpecBuilder.With {
    public ClusterSpec {
        Require.that(servers >= 1 && servers <= 100, "servers", servers, "1 to 100");
        Require.that(nodes >= 0 && nodes <= servers, "nodes", nodes, "0 to the number of servers, " + servers);
        Require.that(metadata >= 1 && metadata <= 10, "metadata processes", metadata, "1 to 10");
        Require.that(balancers >= 1 && balancers <= 10, "balancers", balancers, "1 to 10");
        Require.that(gateways >= 0 && gateways <= 10, "S3 gateways", gateways, "0 to 10");
        Require.that(
                databases == 1 || databases > 1 && database.isEmpty(), "databases", databases, "1 where others run it");
        Require.that(!standby || database.isEmpty(), "standby", true, "false where others run the database");
        settings = Map.copyOf(settings);
    }

    /**
     * The least that works: four servers of 64 MiB, one metadata process, one balancer and one PostgreSQL of the
     * cluster's own, without machines, gateways or settings.
     */
    public static ClusterSpec small(Path directory) {
        return ClusterSpecBuilder.builder()
                .directory(directory)
                .servers(4)
                .nodes(0)
                .metadata(1)
                .balancers(1)
                .gateways(0)
                .serverBytes(64 << 20)
                .database("")
                .databases(1)
                .standby(false)
                .settings(Map.of())
                .build();
    }
}
