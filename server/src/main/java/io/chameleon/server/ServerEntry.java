package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.server.cluster.Drain;
import io.chameleon.server.cluster.Membership;
import io.chameleon.server.cluster.Registration;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server tells the cluster about itself, and its registration, once the device has joined. */
final class ServerEntry {
    private static final Logger LOG = LoggerFactory.getLogger(ServerEntry.class);

    private final ServerConfig config;
    private final ServerId id;
    private final long capacityBytes;
    private final Membership membership;
    private final BooleanSupplier readOnly;
    private final Drain drain = new Drain(this::announce);
    /** Null until the device has joined its cluster, and once the server has left. */
    private volatile @Nullable Registration registration;

    private volatile int port;
    private boolean toldReadOnly;

    /** @param readOnly whether the device takes no more writes */
    ServerEntry(ServerConfig config, ServerId id, long capacityBytes, Membership membership, BooleanSupplier readOnly) {
        this.config = config;
        this.id = id;
        this.capacityBytes = capacityBytes;
        this.membership = membership;
        this.readOnly = readOnly;
    }

    /** From now on it is reached at this port. */
    void at(int listeningPort) {
        port = listeningPort;
    }

    /** Whether it refuses new fragments, and says so. */
    Drain drain() {
        return drain;
    }

    ServerInfo info() {
        if (readOnly.getAsBoolean()) {
            return info(ServerInfo.Status.READ_ONLY);
        }
        return info(drain.isDraining() ? ServerInfo.Status.DRAINING : ServerInfo.Status.UP);
    }

    private ServerInfo info(ServerInfo.Status status) {
        return new ServerInfo(id, config.advertisedHost(), port, config.zone(), capacityBytes, status)
                .on(node())
                .with(membership.identity());
    }

    /** Devices of one process fail together, whatever is known of the machine. */
    private String node() {
        boolean alone = config.devices().size() == 1;
        return alone || !config.node().isEmpty() ? config.node() : config.advertisedHost() + ":" + port;
    }

    private synchronized void announce(boolean draining) {
        LOG.info("flash server drain server={} draining={}", id, draining);
        Registration entry = registration;
        if (entry != null) {
            entry.announce(info());
        }
    }

    /** Tells the cluster, once it can be told, that the device takes no more writes. */
    synchronized void tellReadOnly() {
        Registration entry = registration;
        // While ZooKeeper is away the call would wait for it, and a stop of the server for the call.
        if (toldReadOnly || entry == null || !readOnly.getAsBoolean() || !entry.isRegistered()) {
            return;
        }
        try {
            entry.announce(info());
            toldReadOnly = true;
            LOG.warn("server={} takes no more writes: its device is worn out, or has failed", id);
        } catch (ChameleonError away) {
            LOG.debug("server={} is read-only, which is told again soon", id, away);
        }
    }

    synchronized void register(CuratorFramework zookeeper) {
        registration = new Registration(zookeeper, info());
    }

    synchronized void remove() {
        Registration entry = registration;
        registration = null;
        if (entry != null) {
            entry.close();
        }
    }

    boolean wasRegistered() {
        Registration entry = registration;
        return entry != null && entry.wasRegistered();
    }

    boolean isRegistered() {
        Registration entry = registration;
        return entry != null && entry.isRegistered();
    }
}
