package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.server.cluster.ClusterGuard;
import io.chameleon.server.cluster.Membership;
import io.chameleon.server.cluster.MembershipMetrics;
import io.chameleon.simssd.MountProgress;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.server.HostedServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBufAllocator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executor;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A flash server of a {@link FlashProcess}: one device, and what belongs to it. The constructor opens the device and
 * mounts the store, {@link #hosted} says how requests are handled, {@link #enter} registers the server once the device
 * has joined its cluster ({@link Membership}). {@link #leave} removes the entry, {@link #close} syncs and closes the
 * device.
 */
public final class FlashServer implements AutoCloseable {
    /** Until a device that takes no writes, or takes them again, is told to the cluster. */
    private static final Duration ANNOUNCEMENT = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(FlashServer.class);

    private final ServerConfig config;
    private final ServerId id;
    private final MeterRegistry metrics;
    private final InstantSource clock = InstantSource.system();
    private final Parts parts = new Parts();
    private final Storage storage;
    private final Membership membership;
    private final ServerEntry entry;

    /**
     * @param zookeeper started; the caller closes it after this server. The server starts without it, but is not ready
     * @param progress receives the progress of the mount
     * @throws RuntimeException in one line if the device cannot be opened; nothing stays open then
     */
    FlashServer(
            ServerConfig config,
            ServerConfig.Device device,
            CuratorFramework zookeeper,
            MeterRegistry metrics,
            MountProgress progress) {
        this.config = config;
        this.id = device.server();
        this.metrics = metrics;
        try {
            storage = Storage.open(parts, config, device, metrics, clock, progress);
            membership = new Membership(id, storage.device(), zookeeper);
            entry = new ServerEntry(
                    config, id, storage.store().geometry().capacityBytes(), membership, storage.store()::readOnly);
            parts.turns("entry-" + id, ANNOUNCEMENT, entry::tellChange);
            MembershipMetrics _ = parts.opened(new MembershipMetrics(metrics, id, membership));
        } catch (RuntimeException | Error e) {
            parts.close();
            throw e;
        }
    }

    /**
     * How requests to this server are handled.
     *
     * @param workers run them; each may wait for the device
     */
    HostedServer hosted(Executor workers, ByteBufAllocator buffers) {
        ServerMetrics requests = new ServerMetrics(metrics, id);
        RequestQueue queue = new RequestQueue(workers, config.maxQueuedRequests(), System::nanoTime, requests);
        UserShares shares = new UserShares(
                storage.store()::usage,
                (long) (config.maxUncommittedShare()
                        * storage.store().geometry().capacityBytes()),
                config.gracePeriod(),
                System::nanoTime,
                requests::userRefused);
        FlashServerEndpoint endpoint = new FlashServerEndpoint(
                storage.store(),
                storage.monitor(),
                storage.scrubber(),
                entry.drain(),
                queue,
                new SpaceShortage(storage.store()::usage, System::nanoTime),
                requests,
                buffers,
                new UserWrites(new WriteAges(clock, config.gracePeriod()), shares),
                clock);
        return new HostedServer(id.value(), new ClusterGuard(endpoint, id, membership::cluster));
    }

    /**
     * Registers the server, or sees to it that it is registered as soon as its device belongs to the cluster.
     *
     * @param listeningPort of the process
     */
    void enter(CuratorFramework zookeeper, int listeningPort) {
        entry.at(listeningPort);
        membership.start(() -> entry.register(zookeeper));
        LOG.info(
                "flash server up server={} endpoint={} capacity_bytes={}",
                id,
                endpoint(),
                storage.store().geometry().capacityBytes());
    }

    /** Removes the entry. */
    void leave() {
        LOG.info("flash server closing server={}", id);
        membership.close();
        entry.remove();
    }

    /** What the server tells the cluster about itself. */
    public ServerInfo info() {
        return entry.info();
    }

    ServerId id() {
        return id;
    }

    /** Where clients reach it. */
    public Endpoint endpoint() {
        return Endpoint.of(info());
    }

    /** Refuses new fragments and says so in the registration, or takes them again. Waits for ZooKeeper. */
    public void drain(boolean drained) {
        entry.drain().set(drained);
    }

    /** Id of the cluster it has joined; empty before. */
    String cluster() {
        return membership.cluster();
    }

    boolean isJoined() {
        return membership.isJoined();
    }

    boolean isWritable() {
        return storage.store().isWritable();
    }

    boolean isDraining() {
        return entry.drain().isDraining();
    }

    boolean wasRegistered() {
        return entry.wasRegistered();
    }

    boolean isRegistered() {
        return entry.isRegistered();
    }

    /** The wear of the device, for operators. */
    Map<String, Object> wear() {
        return storage.monitor().view();
    }

    @Override
    public void close() {
        parts.close();
    }
}
