package io.chameleon.server;

import io.chameleon.core.ServerInfo;
import io.chameleon.server.admin.AdminHttp;
import io.chameleon.server.admin.Health;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.envm.EnvmDevice;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running flash server. The constructor opens the admin page, which shows its progress, then the device, mounts the
 * store, listens, and registers last, once the device has joined its cluster ({@link Membership}). {@link #close} goes
 * in reverse: it removes the entry, finishes what is in flight, syncs and closes the device.
 */
public final class FlashServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlashServer.class);

    /**
     * Threads for requests. The device does one thing at a time and syncs beside it, so two keep it busy. More would
     * only share out the checksums, if there are processors for that, and cost a wake-up each. Not virtual: a handover
     * to a virtual thread costs the scheduler several times as many system calls.
     */
    private static final int WORKERS = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 6);

    private static final Duration TIDYING = Duration.ofSeconds(20);

    private final ServerConfig config;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final FragmentStore store;
    private final Drain drain = new Drain(this::announce);
    private final NettyRpcServer network;
    private final Membership membership;
    /** Null until the device has joined its cluster. */
    private volatile @Nullable Registration registration;

    private final AdminHttp admin;

    /**
     * @param zookeeper started; the caller closes it after this server. The server starts without it, but is not ready
     * @param metrics may be shared by the servers of one process
     * @throws RuntimeException in one line if the device cannot be opened or a port is taken; nothing stays open then
     */
    public FlashServer(
            ServerConfig config,
            TransportConfig transport,
            CuratorFramework zookeeper,
            PrometheusMeterRegistry metrics) {
        this.config = config;
        try {
            Health health = new Health();
            admin = opened(new AdminHttp(
                    new InetSocketAddress(config.bindHost(), config.adminPort()), metrics, health, Map.of()));
            FlashDevice device = opened(config.openDevice(health::progress));
            if (device instanceof EnvmDevice cache) {
                EnvmMetrics _ = opened(new EnvmMetrics(metrics, config.id(), cache));
                IdleWriteback _ = opened(new IdleWriteback(cache, config.id()));
            }
            // A put that needs a sync runs it on its own thread, for itself and those that arrive meanwhile.
            store = opened(new FragmentStore(
                    device, config.openManifests(), config.headroom(), Runnable::run, health::progress));
            FlashMonitor monitor = new FlashMonitor(config.id(), store, config.enduranceErases());
            FlashMetrics _ = opened(new FlashMetrics(metrics, config.id(), monitor, store));
            Scrubber scrubber = new Scrubber(store, config.scrubBytesPerSecond(), InstantSource.system());
            ScrubMetrics _ = opened(new ScrubMetrics(metrics, config.id(), scrubber, store));
            if (config.scrubBytesPerSecond() > 0) {
                opened(turns("scrub", Scrubber.TURN, scrubber::turn));
            }
            opened(turns("manifests", TIDYING, store::tidyManifests));
            admin.view("/admin/wear", monitor::view);
            ExecutorService workers = opened(Executors.newFixedThreadPool(
                    WORKERS,
                    Thread.ofPlatform().name("request-" + config.id() + "-", 0).factory()));
            ServerMetrics requests = new ServerMetrics(metrics, config.id());
            RequestQueue queue = new RequestQueue(workers, config.maxQueuedRequests(), System::nanoTime, requests);
            InstantSource clock = InstantSource.system();
            UserShares shares = new UserShares(
                    store::usage,
                    (long) (config.maxUncommittedShare() * store.geometry().capacityBytes()),
                    config.gracePeriod(),
                    System::nanoTime,
                    requests::userRefused);
            FlashServerEndpoint endpoint = new FlashServerEndpoint(
                    store,
                    monitor,
                    scrubber,
                    drain,
                    queue,
                    new SpaceShortage(store::usage, System::nanoTime),
                    requests,
                    transport.allocator(),
                    new UserWrites(clock, config.gracePeriod(), shares),
                    clock);
            membership = new Membership(config.id(), device, zookeeper);
            network = opened(new NettyRpcServer(
                    config.bindHost(),
                    config.port(),
                    new ClusterGuard(endpoint, config.id(), membership::cluster),
                    transport,
                    config.id().value(),
                    membership::cluster));
            MembershipMetrics _ = opened(new MembershipMetrics(metrics, config.id(), membership));
            AutoCloseable entry = this::unregister;
            opened(entry);
            opened(membership).start(() -> register(zookeeper));
            // A server that is being drained, or that briefly lost ZooKeeper, still serves what it holds.
            health.require("cluster_known", membership::isJoined)
                    .require("storage_writable", store::isWritable)
                    .require("was_registered", this::wasRegistered)
                    .note("registered", this::isRegistered)
                    .note("not_draining", () -> !drain.isDraining())
                    .started();
        } catch (RuntimeException | Error e) {
            close(opened);
            throw e;
        }
        LOG.info(
                "flash server up server={} endpoint={} admin_port={} capacity_bytes={}",
                config.id(),
                endpoint(),
                admin.port(),
                store.geometry().capacityBytes());
    }

    /** Runs a turn now and then on a thread of its own; closing waits for the one under way. */
    private ScheduledExecutorService turns(String name, Duration pause, Runnable turn) {
        ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name + "-" + config.id()).factory());
        var _ = turns.scheduleWithFixedDelay(
                () -> {
                    try {
                        turn.run();
                    } catch (RuntimeException e) {
                        LOG.warn("{} failed and will be tried again: {}", name, e.toString());
                    }
                },
                pause.toMillis(),
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
        return turns;
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    /** What the server tells the cluster about itself. */
    public ServerInfo info() {
        return info(drain.isDraining() ? ServerInfo.Status.DRAINING : ServerInfo.Status.UP);
    }

    private ServerInfo info(ServerInfo.Status status) {
        return new ServerInfo(
                        config.id(),
                        config.advertisedHost(),
                        network.port(),
                        config.zone(),
                        store.geometry().capacityBytes(),
                        status)
                .on(config.node())
                .with(membership.identity());
    }

    /** Where clients reach it. */
    public Endpoint endpoint() {
        return Endpoint.of(info());
    }

    public int adminPort() {
        return admin.port();
    }

    /** Refuses new fragments and says so in the registration, or takes them again. Waits for ZooKeeper. */
    public void drain(boolean drained) {
        drain.set(drained);
    }

    private synchronized void announce(boolean draining) {
        LOG.info("flash server drain server={} draining={}", config.id(), draining);
        Registration entry = registration;
        if (entry != null) {
            entry.announce(info());
        }
    }

    private synchronized void register(CuratorFramework zookeeper) {
        registration = new Registration(zookeeper, info());
    }

    private synchronized void unregister() {
        Registration entry = registration;
        if (entry != null) {
            entry.close();
        }
    }

    private boolean wasRegistered() {
        Registration entry = registration;
        return entry != null && entry.wasRegistered();
    }

    private boolean isRegistered() {
        Registration entry = registration;
        return entry != null && entry.isRegistered();
    }

    @Override
    public void close() {
        LOG.info("flash server closing server={}", config.id());
        close(opened);
    }

    /** Closes everything, last opened first, even if a part fails to close. */
    private static void close(Deque<AutoCloseable> parts) {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("could not close {}", part.getClass().getSimpleName(), e);
            }
        }
    }
}
