package io.chameleon.metadata;

import io.chameleon.core.mapping.ClusterView;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.gauge.DatabaseGauges;
import io.chameleon.metadata.gauge.MoveGauge;
import io.chameleon.metadata.gauge.TableGauges;
import io.chameleon.metadata.routing.FurtherUpkeep;
import io.chameleon.metadata.table.GroupKeeper;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.metadata.table.PlacesCheck;
import io.chameleon.metadata.table.StateRecount;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

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
    private final List<PlacesCheck> checks;
    private final List<StateRecount> recounts;
    private final FurtherUpkeep upkeep;
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
        checks = databases.all().stream()
                .map(database -> new PlacesCheck(database, registry))
                .toList();
        recounts = numbers()
                .mapToObj(number -> new StateRecount(databases.all().get(number), databases.clock(number)))
                .toList();
        upkeep = new FurtherUpkeep(
                numbers()
                        .skip(1)
                        .mapToObj(number -> new KnownServers(databases.all().get(number), databases.clock(number)))
                        .toList(),
                setup.quotas(),
                own::registered,
                own::isCurrent);
        handler = new ClusterGate(endpoint, cluster);
        register(registry);
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
            return new OpenDatabases(config.allDatabases(), config.clusterId(), config.gracePeriod(), clock, registry);
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

    private IntStream numbers() {
        return IntStream.range(0, databases.all().size());
    }

    private void register(MeterRegistry registry) {
        TableGauges.register(
                setup.tables().remaps(), setup::waiting, databases.clock(), Thread::startVirtualThread, registry);
        numbers().forEach(number -> DatabaseGauges.registerUp(databases.all().get(number), number, registry));
        if (setup.databases().size() > 1) {
            setup.databases()
                    .forEach(tables -> DatabaseGauges.registerObjects(
                            tables, databases.clock(), Thread::startVirtualThread, registry));
        }
        MoveGauge.register(setup.tables().moves()::moves, databases.clock(), Thread::startVirtualThread, registry);
        ClusterGauges.register(cluster, registry);
    }

    private void startBackground() {
        databases.start();
        setup.start();
        checks.forEach(PlacesCheck::start);
        recounts.forEach(StateRecount::start);
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
        checks.forEach(PlacesCheck::close);
        recounts.forEach(StateRecount::close);
        upkeep.close();
        groups.close();
        looking.shutdownNow();
        endpoint.close();
        setup.close();
        registered.close();
        databases.close();
    }
}
