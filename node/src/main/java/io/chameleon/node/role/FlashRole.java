package io.chameleon.node.role;

import io.chameleon.core.Require;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.server.FlashProcess;
import io.chameleon.server.Parts;
import io.chameleon.server.ServerConfig;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process of flash servers with its connection to ZooKeeper and its metrics. */
public final class FlashRole implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FlashRole.class);

    private final Parts parts = new Parts();
    private final FlashProcess process;
    private final Duration drainOnStop;

    /** Stops without draining. */
    public FlashRole(ServerConfig config, TransportConfig transport, ZooKeeperConfig zookeeper) {
        this(config, transport, zookeeper, Duration.ZERO);
    }

    /**
     * @param drainOnStop how long {@link #close} keeps serving reads, with writes sent elsewhere, before the servers
     *     leave; 0 s to 10 min
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
            CuratorFramework curator = parts.opened(ZooKeeperClient.open(zookeeper));
            ZooKeeperHealth.tell(curator, metrics.registry());
            process = parts.opened(new FlashProcess(config, transport, curator, metrics.registry()));
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    /** Of its servers, in the order of their devices. */
    public List<ServerInfo> infos() {
        return process.infos();
    }

    /** Where clients reach the first of its servers; the others are at the same address. */
    public Endpoint endpoint() {
        return Endpoint.of(infos().get(0));
    }

    public int adminPort() {
        return process.adminPort();
    }

    @Override
    public void close() {
        if (drainOnStop.isPositive()) {
            drain();
        }
        parts.close();
    }

    /** Clients learn of it from the metadata service and plan their next writes without these servers. */
    private void drain() {
        try {
            process.servers().forEach(server -> server.drain(true));
            Thread.sleep(drainOnStop);
        } catch (ChameleonError e) {
            LOG.warn("stopping without a drain: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
