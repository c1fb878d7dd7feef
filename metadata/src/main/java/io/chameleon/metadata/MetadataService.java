package io.chameleon.metadata;

import io.chameleon.core.mapping.ClusterView;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.move.FurtherBuckets;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.metadata.table.GroupKeeper;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * One metadata process: tables, batchers, endpoint, and the server that listens. Stateless: run as many as needed on
 * the same databases.
 */
public final class MetadataService implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final OpenDatabases databases;
    private final RegisteredServers registered;
    private final ClusterCheck cluster;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("cluster-check").factory());
    private final TableSetup setup;
    private final MetadataEndpoint endpoint;
    private final DatabaseUpkeep upkeep;
    private final GroupKeeper groups;
    private final RpcHandler handler;
    private final NettyRpcServer server;

    /**
     * Connects, migrates the schema and listens.
     *
     * @param registered closed with the service
     * @param clock of the host: it must agree with the databases', which determine the age of writes and garbage
     * @throws RuntimeException if a database cannot be used or the port is taken; nothing stays open then
     */
    public MetadataService(
            MetadataConfig config,
            RegisteredServers registered,
            InstantSource clock,
            MeterRegistry registry,
            TransportConfig transport) {
        this.registered = registered;
        this.databases = opened(config, clock, registry);
        cluster = new ClusterCheck(registered, databases.cluster());
        groups = new GroupKeeper(databases.first());
        setup = setUp(config);
        MetadataTables tables = setup.tables();
        RegisteredServers own = cluster.ownServers();
        ServerDirectory directory = new ServerDirectory(own, new KnownServers(databases.first(), databases.clock()));
        MetadataMetrics metrics = new MetadataMetrics(registry);
        RecentView views = new RecentView(
                () -> clusterView(
                        directory.known(),
                        config,
                        tables.remaps().balancerEpoch().epoch()),
                own::registered,
                System::nanoTime);
        endpoint = new MetadataEndpoint(
                tables,
                views,
                setup.commits(config, metrics),
                config.maxInFlight(),
                config.workers(),
                System::nanoTime,
                metrics,
                new NextWrites(views::get, config::scheme, groups::redirected));
        upkeep = new DatabaseUpkeep(databases, setup.upkeep(), own, registry);
        handler = new ClusterGate(endpoint, cluster);
        MetadataGauges.register(setup, databases, cluster, registry);
        cluster.look();
        try {
            server = new NettyRpcServer(config.host(), config.port(), handler, transport, cluster::own);
            var _ = looking.scheduleWithFixedDelay(
                    cluster::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) {
            closeAllBehindTheServer();
            throw e;
        }
        startBackground();
    }

    private OpenDatabases opened(MetadataConfig config, InstantSource clock, MeterRegistry registry) {
        try {
            return new OpenDatabases(
                    config.allDatabases(),
                    config.clusterId(),
                    config.gracePeriod(),
                    clock,
                    FurtherBuckets::new,
                    registry);
        } catch (RuntimeException e) {
            registered.close();
            throw e;
        }
    }

    private TableSetup setUp(MetadataConfig config) {
        try {
            return new TableSetup(databases, groups, config.gracePeriod());
        } catch (RuntimeException e) {
            registered.close();
            databases.close();
            throw e;
        }
    }

    private void startBackground() {
        databases.start();
        setup.start();
        upkeep.start();
        groups.start();
    }

    private ClusterView clusterView(KnownServers.Known known, MetadataConfig config, long epoch) {
        return new ClusterView(
                known.servers(),
                config.rep(),
                config.ec(),
                config.ringPoints(),
                epoch,
                cluster.own(),
                known.awayMillis());
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Whether database and flash servers belong to one cluster; else every request is refused. */
    public boolean isServing() {
        return cluster.problem().isEmpty();
    }

    /** Whether each database answered its last call; else what is in it is unavailable. */
    public boolean areDatabasesAnswering() {
        return databases.areAnswering();
    }

    /** Whether no other database, an empty or an unfit one answers in the place of one; else that is not served. */
    public boolean areDatabasesAccepted() {
        return databases.areAccepted();
    }

    /** Whether the host's clock agrees with a database's; else every request is refused. */
    public boolean isClockRight() {
        return databases.isClockRight();
    }

    /** The handler of its requests, for callers in the same process. */
    public RpcHandler handler() {
        return handler;
    }

    /** Closes gracefully: accepts no more requests, answers those it has, then disconnects from the databases. */
    @Override
    public void close() {
        server.close();
        closeAllBehindTheServer();
    }

    private void closeAllBehindTheServer() {
        upkeep.close();
        groups.close();
        looking.shutdownNow();
        endpoint.close();
        setup.close();
        registered.close();
        databases.close();
    }
}
