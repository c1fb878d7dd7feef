package io.chameleon.metadata;

import io.chameleon.core.mapping.ClusterView;
import io.chameleon.metadata.table.ClockWatch;
import io.chameleon.metadata.table.Database;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.PostgresGarbageTable;
import io.chameleon.metadata.table.PostgresGrantTable;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.PostgresRemapTable;
import io.chameleon.metadata.table.PostgresRepairTable;
import io.chameleon.metadata.table.ServerObjectCheck;
import io.chameleon.transport.NettyRpcServer;
import io.chameleon.transport.RpcHandler;
import io.chameleon.transport.TransportConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;

/**
 * One metadata process: tables, batcher, endpoint, and the server that listens. Stateless: run as many as needed on one database.
 */
public final class MetadataService implements AutoCloseable {
    private final Database database;
    private final ClockWatch clocks;
    private final RegisteredServers registered;
    private final CommitBatcher commits;
    private final MetadataEndpoint endpoint;
    private final ServerObjectCheck check;
    private final NettyRpcServer server;

    /**
     * Connects, migrates the schema and listens.
     *
     * @param registered closed with the service
     * @param clock tells the age of writes and of garbage; the clocks of a cluster's metadata processes agree within minutes
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
        this.clocks = new ClockWatch(database, clock, config.gracePeriod(), registry);
        PostgresMappingTable mapping = new PostgresMappingTable(database, clock, config.gracePeriod());
        PostgresRemapTable remaps = new PostgresRemapTable(database, clock, config.gracePeriod());
        PostgresGarbageTable garbage = new PostgresGarbageTable(database, clock, config.gracePeriod());
        ServerDirectory directory = new ServerDirectory(registered, new KnownServers(database, clock));
        MetadataMetrics metrics = new MetadataMetrics(registry);
        TableGauges.register(remaps, garbage::waiting, clock, Thread::startVirtualThread, registry);
        commits = new CommitBatcher(
                mapping, config.committers(), config.maxBatch(), config.maxQueuedCommits(), System::nanoTime, metrics);
        endpoint = new MetadataEndpoint(
                mapping,
                remaps,
                garbage,
                new PostgresRepairTable(database, clock, config.gracePeriod()),
                new PostgresGrantTable(database, clock),
                () -> clusterView(
                        directory.known(), config, remaps.balancerEpoch().epoch()),
                commits,
                config.maxInFlight(),
                config.workers(),
                System::nanoTime,
                metrics);
        check = new ServerObjectCheck(database, registry);
        try {
            server = new NettyRpcServer(config.host(), config.port(), endpoint, transport);
        } catch (RuntimeException e) {
            closeAllBehindTheServer();
            throw e;
        }
        check.start();
    }

    private static ClusterView clusterView(KnownServers.Known known, MetadataConfig config, long epoch) {
        return new ClusterView(
                known.servers(), config.rep(), config.ec(), config.ringPoints(), epoch, "", known.awayMillis());
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** What answers its requests, for callers in the same process. */
    public RpcHandler handler() {
        return endpoint;
    }

    /** Graceful: takes no more requests, answers those it has, then lets go of the database. */
    @Override
    public void close() {
        server.close();
        closeAllBehindTheServer();
    }

    private void closeAllBehindTheServer() {
        check.close();
        endpoint.close();
        commits.close();
        registered.close();
        clocks.close();
        database.close();
    }
}
