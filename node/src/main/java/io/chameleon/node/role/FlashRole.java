package io.chameleon.node.role;

import io.chameleon.core.Require;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.server.FlashServer;
import io.chameleon.server.ServerConfig;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One flash server with its connection to ZooKeeper and its metrics. */
public final class FlashRole implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlashRole.class);

    private final Parts parts = new Parts();
    private final FlashServer server;
    private final Duration drainOnStop;

    /** Stops without draining. */
    public FlashRole(ServerConfig config, TransportConfig transport, ZooKeeperConfig zookeeper) {
        this(config, transport, zookeeper, Duration.ZERO);
    }

    /**
     * @param drainOnStop how long {@link #close} keeps serving reads, with writes sent elsewhere, before the server
     *     leaves; 0 s to 10 min
     */
    public FlashRole(ServerConfig config, TransportConfig transport, ZooKeeperConfig zookeeper, Duration drainOnStop) {
        Require.that(
                !drainOnStop.isNegative() && drainOnStop.toMinutes() <= 10,
                "server.drain-on-stop",
                drainOnStop,
                "0 s to 10 min");
        this.drainOnStop = drainOnStop;
        try {
            ProcessMetrics metrics = parts.opened(new ProcessMetrics());
            SecurityMetrics.of(transport.security()).bindTo(metrics.registry());
            server = parts.opened(new FlashServer(
                    config, transport, parts.opened(ZooKeeperClient.open(zookeeper)), metrics.registry()));
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    public ServerInfo info() {
        return server.info();
    }

    public Endpoint endpoint() {
        return server.endpoint();
    }

    public int adminPort() {
        return server.adminPort();
    }

    @Override
    public void close() {
        if (drainOnStop.isPositive()) {
            drain();
        }
        parts.close();
    }

    /** Clients learn of it from the metadata service and plan their next writes without this server. */
    private void drain() {
        try {
            server.drain(true);
            Thread.sleep(drainOnStop);
        } catch (ChameleonError e) {
            LOG.warn("stopping without a drain: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
