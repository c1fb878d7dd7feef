package io.chameleon.node.cluster;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Latency;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.simssd.WriteMode;
import io.chameleon.transport.security.AuthMode;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A cluster in one process.
 *
 * @param dataDir holds everything; created if missing
 * @param servers flash servers, called {@code flash-0} and so on
 * @param serverBytes logical capacity of each device
 * @param zones failure domains, which servers take in turn; 0 for none
 * @param medium what keeps the fragments; MEMORY and TIMING_ONLY lose them with the process, so their directory is used
 *     once
 * @param latency whether simulated device time passes
 * @param hosts where it listens
 * @param portBase the metadata service listens here, everything else on the ports that follow ({@link Ports}); 0 takes
 *     free ones
 * @param gracePeriod of the metadata service, the flash servers and the balancer, at least 1 min
 * @param balancer its grace period is replaced by {@code gracePeriod}
 * @param clockwork whether epochs, collection and reconciliation run by themselves; otherwise the owner of the cluster
 *     drives {@link DevCluster#balancer()} and {@code chameleon balance} finds no leader
 * @param auth NONE, or TOKEN with keys in the data directory
 * @param s3 whether and how an S3 gateway runs
 */
@RecordBuilder
public record DevClusterConfig(
        Path dataDir,
        int servers,
        long serverBytes,
        int zones,
        Medium medium,
        Latency latency,
        WriteMode writeMode,
        Hosts hosts,
        int portBase,
        Duration gracePeriod,
        BalancerConfig balancer,
        boolean clockwork,
        AuthMode auth,
        DevGateway s3) {
    /**
     * PostgreSQL and ZooKeeper listen on loopback in any case.
     *
     * @param bind address that the others listen on
     * @param advertised address under which clients, and the parts of the cluster themselves, reach them
     */
    public record Hosts(String bind, String advertised) {
        /** For clients on the same machine. */
        public static final Hosts LOOPBACK = new Hosts("127.0.0.1", "127.0.0.1");

        public Hosts {
            Require.that(!bind.isBlank(), "host to listen on", bind, "a name or address");
            Require.that(!advertised.isBlank(), "host to advertise", advertised, "a name or address");
            Require.that(
                    !advertised.equals("0.0.0.0") && !advertised.equals("::"),
                    "host to advertise",
                    advertised,
                    "one that clients can connect to");
        }
    }

    public static final int DEFAULT_SERVERS = 10;
    public static final long DEFAULT_SERVER_BYTES = 1L << 30;
    private static final int MAX_SERVERS = 200;
    private static final long MIN_SERVER_BYTES = 16L << 20;

    public DevClusterConfig {
        Require.that(auth != AuthMode.MTLS, "auth", auth, "none or token");
        dataDir = dataDir.toAbsolutePath().normalize();
        Require.that(servers >= 1 && servers <= MAX_SERVERS, "servers", servers, "1 to " + MAX_SERVERS);
        Require.that(serverBytes >= MIN_SERVER_BYTES, "bytes per server", serverBytes, "at least 16 MiB");
        Require.that(zones >= 0 && zones <= servers, "zones", zones, "0 (none) to the number of servers, " + servers);
        Require.that(
                portBase == 0 || (portBase >= 1024 && portBase + Ports.span(servers) <= 65_536),
                "port base",
                portBase,
                "0 (any free ports) or 1024 to " + (65_536 - Ports.span(servers)));
        Require.that(gracePeriod.toMinutes() >= 1, "grace period", gracePeriod, "at least 1 min");
        balancer = balancer.withGrace(gracePeriod);
        s3.requireFitToListen(hosts.bind());
    }

    /**
     * Starts from 10 servers of 1 GiB on images, no zones, latency counted, any ports, 1 h of grace, the balancer
     * running by itself.
     */
    public static DevClusterConfigBuilder in(Path dataDir) {
        return DevClusterConfigBuilder.builder()
                .dataDir(dataDir)
                .servers(DEFAULT_SERVERS)
                .serverBytes(DEFAULT_SERVER_BYTES)
                .medium(Medium.IMAGE)
                .latency(Latency.ACCOUNTED)
                .writeMode(WriteMode.SINGLE)
                .hosts(Hosts.LOOPBACK)
                .gracePeriod(Duration.ofHours(1))
                .balancer(BalancerConfig.defaults())
                .clockwork(true)
                .auth(AuthMode.NONE)
                .s3(DevGateway.NONE);
    }

    Ports ports() {
        return new Ports(portBase);
    }

    ServerId serverId(int index) {
        return new ServerId("flash-" + index);
    }

    ServerConfig server(int index) {
        ServerId id = serverId(index);
        Path image = medium == Medium.IMAGE ? dataDir.resolve(id + ".img") : null;
        return ServerConfig.local(id, medium, image, serverBytes)
                .with()
                .bindHost(hosts.bind())
                .advertisedHost(hosts.advertised())
                .port(ports().server(index))
                .adminPort(ports().serverAdmin(index))
                .zone(zones == 0 ? "" : "zone-" + index % zones)
                .latency(latency)
                .writeMode(writeMode)
                .gracePeriod(gracePeriod)
                .build();
    }
}
