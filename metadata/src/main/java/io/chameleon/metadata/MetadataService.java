package io.chameleon.metadata;

import io.chameleon.core.mapping.ClusterView;
import io.chameleon.metadata.database.ClockWatch;
import io.chameleon.metadata.database.ClusterIdentity;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.chameleon.metadata.table.GroupKeeper;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.PlacesCheck;
import io.chameleon.metadata.table.PostgresBucketTable;
import io.chameleon.metadata.table.PostgresGarbageTable;
import io.chameleon.metadata.table.PostgresGrantTable;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.PostgresQuotaTable;
import io.chameleon.metadata.table.PostgresRemapTable;
import io.chameleon.metadata.table.PostgresUploadTable;
import io.chameleon.metadata.table.PostgresVersionTable;
import io.chameleon.metadata.table.StateRecount;
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
 * One metadata process: tables, batcher, endpoint, and the server that listens. Stateless: run as many as needed on one
 * database.
 */
public final class MetadataService implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Database database;
    private final ClockWatch clocks;
    private final RegisteredServers registered;
    private final ClusterCheck cluster;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("cluster-check").factory());
    private final CommitBatcher commits;
    private final MetadataEndpoint endpoint;
    private final PlacesCheck check;
    private final StateRecount recount;
    private final GroupKeeper groups;
    private final RpcHandler handler;
    private final NettyRpcServer server;

    /**
     * Connects, migrates the schema and listens.
     *
     * @param registered closed with the service
     * @param clock of the host: it must agree with the database's, which determines the age of writes and garbage
     * @throws RuntimeException if the database cannot be used or the port is taken; nothing stays open then
     */
    public MetadataService(
            MetadataConfig config,
            RegisteredServers registered,
            InstantSource clock,
            MeterRegistry registry,
            TransportConfig transport) {
        this.registered = registered;
        this.database = Database.open(config.database(), registry);
        this.clocks = new ClockWatch(database, clock, System::nanoTime, config.gracePeriod(), registry);
        groups = new GroupKeeper(database);
        PostgresMappingTable mapping = new PostgresMappingTable(database, clocks, config.gracePeriod(), groups);
        PostgresRemapTable remaps = new PostgresRemapTable(database, clocks, config.gracePeriod());
        PostgresGarbageTable garbage = new PostgresGarbageTable(database, clocks, config.gracePeriod());
        cluster = check(config);
        ServerDirectory directory = new ServerDirectory(cluster.ownServers(), new KnownServers(database, clocks));
        MetadataMetrics metrics = new MetadataMetrics(registry);
        TableGauges.register(remaps, garbage::waiting, clocks, Thread::startVirtualThread, registry);
        commits = new CommitBatcher(
                mapping, config.committers(), config.maxBatch(), config.maxQueuedCommits(), System::nanoTime, metrics);
        endpoint = new MetadataEndpoint(
                new MetadataTables(
                        mapping,
                        remaps,
                        garbage,
                        new PostgresRepairTable(database, clocks, config.gracePeriod()),
                        new PostgresGrantTable(database, clocks),
                        new PostgresQuotaTable(database),
                        new PostgresBucketTable(database, clocks),
                        new PostgresUploadTable(database, clocks, config.gracePeriod()),
                        new PostgresVersionTable(database, clocks)),
                new RecentView(
                        () -> clusterView(
                                directory.known(),
                                config,
                                remaps.balancerEpoch().epoch()),
                        cluster.ownServers()::registered,
                        System::nanoTime),
                commits,
                config.maxInFlight(),
                config.workers(),
                System::nanoTime,
                metrics,
                groups::redirected);
        check = new PlacesCheck(database, registry);
        recount = new StateRecount(database, clocks);
        handler = new ClusterGate(endpoint, cluster);
        ClusterGauges.register(cluster, registry);
        cluster.look();
        try {
            server = new NettyRpcServer(config.host(), config.port(), handler, transport, cluster::own);
            var _ = looking.scheduleWithFixedDelay(
                    cluster::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) {
            closeAllBehindTheServer();
            throw e;
        }
        check.start();
        recount.start();
        groups.start();
    }

    private ClusterCheck check(MetadataConfig config) {
        try {
            return new ClusterCheck(registered, new ClusterIdentity(database).open(config.clusterId()));
        } catch (RuntimeException e) {
            registered.close();
            clocks.close();
            database.close();
            throw e;
        }
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

    /** Closes gracefully: accepts no more requests, answers those it has, then disconnects from the database. */
    @Override
    public void close() {
        server.close();
        closeAllBehindTheServer();
    }

    private void closeAllBehindTheServer() {
        check.close();
        recount.close();
        groups.close();
        looking.shutdownNow();
        endpoint.close();
        commits.close();
        registered.close();
        clocks.close();
        database.close();
    }
}
