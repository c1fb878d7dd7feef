package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.server.cluster.Drain;
import io.chameleon.server.cluster.Membership;
import io.chameleon.server.cluster.Registration;
import io.chameleon.transport.rpc.Endpoint;
import java.util.Optional;
import java.util.function.Supplier;
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
    private final Supplier<Optional<String>> readOnly;
    private final Drain drain = new Drain(this::announce);
    /** Null until the device has joined its cluster, and once the server has left. */
    private volatile @Nullable Registration registration;

    private volatile int port;
    private boolean toldReadOnly;

    /** @param readOnly why the device takes no writes; empty if it takes them */
    ServerEntry(
            ServerConfig config,
            ServerId id,
            long capacityBytes,
            Membership membership,
            Supplier<Optional<String>> readOnly) {
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
        if (readOnly.get().isPresent()) {
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
        return alone || !config.node().isEmpty() ? config.node() : Endpoint.text(config.advertisedHost(), port);
    }

    private synchronized void announce(boolean draining) {
        LOG.info("flash server drain server={} draining={}", id, draining);
        Registration entry = registration;
        if (entry != null) {
            entry.announce(news());
        }
    }

    private ServerInfo news() {
        ServerInfo info = info();
        toldReadOnly = info.status() == ServerInfo.Status.READ_ONLY;
        return info;
    }

    /** Tells the cluster, once it can be told, that the device takes no writes, or takes them again. */
    synchronized void tellChange() {
        Registration entry = registration;
        Optional<String> why = readOnly.get();
        // While ZooKeeper is away the call would wait for it, and a stop of the server for the call.
        if (why.isPresent() == toldReadOnly || entry == null || !entry.isRegistered()) {
            return;
        }
        try {
            entry.announce(news());
            LOG.warn("server={} {}", id, why.map("takes no writes: "::concat).orElse("takes writes again"));
        } catch (ChameleonError away) {
            toldReadOnly = why.isEmpty();
            LOG.debug("server={} is read-only, or not any more, which is told again soon", id, away);
        }
    }

    synchronized void register(CuratorFramework zookeeper) {
        registration = new Registration(zookeeper, news());
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
