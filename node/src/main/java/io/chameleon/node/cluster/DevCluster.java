package io.chameleon.node.cluster;

import io.chameleon.balancer.Balancer;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ClientBuilder;
import io.chameleon.client.error.BucketExistsException;
import io.chameleon.core.wear.WearReport;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.node.embedded.DataDirectory;
import io.chameleon.node.embedded.Directories;
import io.chameleon.node.embedded.EmbeddedDatabase;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.node.embedded.EmptyDatabase;
import io.chameleon.node.role.BalancerRole;
import io.chameleon.node.role.Balancers;
import io.chameleon.node.role.GatewayConfig;
import io.chameleon.node.role.GatewayRole;
import io.chameleon.node.role.MetadataRole;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.node.users.UserDirectory;
import io.chameleon.server.Parts;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Security;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL, ZooKeeper, metadata service, flash servers and balancer in one process, on loopback by default.
 * {@link #close} stops them in the order balancer, servers, metadata service, ZooKeeper, PostgreSQL. Safe from any
 * thread.
 */
public final class DevCluster implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DevCluster.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration REQUEST = Duration.ofSeconds(10);

    private final DevClusterConfig config;
    private final Parts parts = new Parts();
    private final EmbeddedDatabase database;
    private final ZooKeeperConfig zookeeper;
    private final CompletableFuture<String> failed;
    private final Endpoint metadata;
    private final int metadataAdmin;
    private final FlashServers servers;
    private final NettyRpcClient network;
    private final Balancer balancer;
    private final @Nullable BalancerRole balancerRole;
    private final @Nullable GatewayRole gateway;
    private final @Nullable DevCredentials credentials;

    private DevCluster(DevClusterConfig config) {
        this.config = config;
        try {
            DataDirectory directory = parts.opened(DataDirectory.open(config.dataDir()));
            FreePorts.require(config);
            ClusterLayout.claim(config);
            database = parts.opened(EmbeddedDatabase.start(
                    databaseFiles(directory), config.ports().postgres()));
            EmbeddedZooKeeper started = zookeeper(directory);
            zookeeper = ZooKeeperConfig.of(started.connectString());
            failed = database.failed().applyToEither(started.failed(), reason -> reason);
            credentials = config.auth() == AuthMode.TOKEN ? DevCredentials.in(config.dataDir()) : null;
            Security security =
                    credentials == null ? Security.none() : parts.opened(Security.open(credentials.config()));
            security.requireFitToListen(config.hosts().bind());
            TransportConfig transport = transport(security);
            requireNotStopped();
            MetadataRole metadataRole = parts.opened(new MetadataRole(
                    metadataConfig(database),
                    config.ports().metadataAdmin(),
                    transport,
                    zookeeper,
                    InstantSource.system()));
            metadata = new Endpoint(config.hosts().advertised(), metadataRole.port());
            metadataAdmin = metadataRole.adminPort();
            network = parts.opened(new NettyRpcClient(transport));
            requireNotStopped();
            servers = parts.opened(new FlashServers(config, transport, zookeeper));
            servers.startAll();
            awaitServers();
            requireNotStopped();
            balancerRole = config.clockwork() ? parts.opened(startBalancer(transport, zookeeper)) : null;
            balancer = balancerRole != null
                    ? balancerRole.service().balancer()
                    : Balancers.over(network, List.of(metadata), config.balancer(), InstantSource.system());
            requireNotStopped();
            gateway = config.s3().enabled() ? parts.opened(startGateway()) : null;
            describe().write(config.dataDir());
        } catch (RuntimeException | Error e) {
            closeUninterrupted();
            throw e;
        }
    }

    /** A cluster whose medium is not an image ends with its process, and so does its database. */
    private Path databaseFiles(DataDirectory directory) {
        Path files = directory.resolve("postgres");
        return config.medium() == Medium.IMAGE ? files : EmptyDatabase.in(files);
    }

    /** The interrupt was meant for the start. */
    private void closeUninterrupted() {
        boolean interrupted = Thread.interrupted();
        parts.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Boots the cluster, on a directory that is new or was used by a cluster of the same layout. Returns when every
     * server is registered and, with a scheduler, the balancer leads.
     *
     * @throws RuntimeException in one line if the directory, a port or a part of the cluster is not available, or the
     *     thread is interrupted; nothing stays open
     */
    public static DevCluster start(DevClusterConfig config) {
        return new DevCluster(config);
    }

    /** A signal during the start interrupts it, and not every part that starts looks for that. */
    private static void requireNotStopped() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("interrupted while the cluster started");
        }
    }

    /**
     * ZooKeeper's content ended with the process that ran the last cluster, so it starts empty: no session has to
     * expire.
     */
    private EmbeddedZooKeeper zookeeper(DataDirectory directory) {
        return parts.opened(EmbeddedZooKeeper.start(
                Directories.emptied(directory.resolve("zookeeper")),
                config.ports().zookeeper()));
    }

    private MetadataConfig metadataConfig(EmbeddedDatabase database) {
        return MetadataConfig.defaults(DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres"))
                .with()
                .host(config.hosts().bind())
                .port(config.ports().metadata())
                .gracePeriod(config.gracePeriod())
                .build();
    }

    private BalancerRole startBalancer(TransportConfig transport, ZooKeeperConfig zookeeper) {
        BalancerRole role = new BalancerRole(
                config.balancer(),
                new BalancerRole.Listen(
                        config.hosts().bind(),
                        config.hosts().advertised(),
                        config.ports().balancer(),
                        config.ports().balancerAdmin()),
                List.of(metadata),
                transport,
                zookeeper,
                InstantSource.system());
        try {
            Waiting.until("the balancer leads", START_LIMIT, role.service()::isLeader);
            return role;
        } catch (RuntimeException e) {
            role.close();
            throw e;
        }
    }

    private GatewayRole startGateway() {
        DevGateway s3 = config.s3();
        Security security = credentials == null ? Security.none() : parts.opened(Security.open(credentials.gateway()));
        try (ChameleonClient client = clientBuilder().build()) {
            s3.buckets().forEach(bucket -> ensure(client, bucket, s3.owner().user()));
        }
        return new GatewayRole(
                GatewayConfig.local(
                        config.hosts().bind(),
                        s3.port(),
                        UserDirectory.ofCluster(config.dataDir()),
                        List.of(s3.owner())),
                List.of(metadata),
                transport(security),
                InstantSource.system());
    }

    private static TransportConfig transport(Security security) {
        return TransportConfig.defaults().withInProcess(true).withSecurity(security);
    }

    private static void ensure(ChameleonClient client, String bucket, String owner) {
        try {
            client.createBucket(bucket, owner);
        } catch (BucketExistsException e) {
            // Made by an earlier start.
        }
    }

    private void awaitServers() {
        MetadataClient client = new MetadataClient(network, List.of(metadata));
        Waiting.until("the metadata service knows every server", START_LIMIT, () -> {
            long up = client.clusterView(REQUEST).join().servers().stream()
                    .filter(server -> server.isReadable())
                    .count();
            return up == config.servers();
        });
    }

    /** How other processes find this cluster. */
    public ClusterFile describe() {
        BalancerRole role = balancerRole;
        return new ClusterFile(
                ProcessHandle.current().pid(),
                List.of(metadata.toString()),
                at(metadataAdmin),
                role == null ? "" : role.endpoint().toString(),
                role == null ? "" : at(role.adminPort()),
                servers.describe(),
                credentials == null ? "" : credentials.adminToken().toString(),
                gateway == null ? "" : at(gateway.port()),
                gateway == null ? "" : at(gateway.adminPort()));
    }

    private String at(int port) {
        return Endpoint.text(metadata.host(), port);
    }

    /** Completes with the reason if its PostgreSQL or its ZooKeeper ends by itself: it does not come back. */
    public CompletableFuture<String> failed() {
        return failed;
    }

    public DevClusterConfig config() {
        return config;
    }

    public Endpoint metadataEndpoint() {
        return metadata;
    }

    /** Its ZooKeeper, {@code host:port}, for further processes that join the cluster. */
    public String zookeeperConnect() {
        return zookeeper.connect();
    }

    /** Its PostgreSQL, for further metadata processes; user {@code postgres}. */
    public String jdbcUrl() {
        return database.jdbcUrl();
    }

    /**
     * A builder that knows the cluster's address, and has an operator's token if the cluster asks for one. Build as
     * many clients as needed, and close them before the cluster.
     */
    public ClientBuilder clientBuilder() {
        ClientBuilder builder = ChameleonClient.builder().metadata(metadata.toString());
        return credentials == null ? builder : builder.tokenFile(credentials.adminToken());
    }

    /**
     * The balancer. Without a scheduler the caller drives it: {@code lead}, then {@code runEpoch(fence)} and
     * {@code reaper().reap()} as often as wanted.
     */
    public Balancer balancer() {
        return balancer;
    }

    /** The balancer's own process; empty without a scheduler. */
    public Optional<BalancerRole> balancerRole() {
        return Optional.ofNullable(balancerRole);
    }

    /** Where S3 clients connect, {@code host:port}; empty without a gateway. */
    public Optional<String> s3() {
        return Optional.ofNullable(gateway).map(role -> at(role.port()));
    }

    /** The wear of each server, in the order of their numbers; all must be running. Asked over the network. */
    public List<WearReport> wear() {
        FlashClient flash = new FlashClient(network);
        return servers.endpoints().stream().map(endpoint -> flash.wear(endpoint, REQUEST)).toList().stream()
                .map(report -> report.join())
                .toList();
    }

    /** The running servers: stop and start them one by one. */
    public FlashServers servers() {
        return servers;
    }

    @Override
    public void close() {
        try {
            ClusterFile.delete(config.dataDir());
        } catch (UncheckedIOException e) {
            // A disk that has become read-only. Who reads the file sees that its process is gone.
            LOG.warn("{}", e.getMessage());
        }
        parts.close();
    }
}
