package io.chameleon.cli.role;

import io.chameleon.core.ServerInfo;
import io.chameleon.server.FlashServer;
import io.chameleon.server.ServerConfig;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.TransportConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** One flash server with its connection to ZooKeeper and its metrics. */
public final class FlashRole implements AutoCloseable {
    private final Parts parts = new Parts();
    private final FlashServer server;

    public FlashRole(ServerConfig config, TransportConfig transport, ZooKeeperConfig zookeeper) {
        try {
            server = parts.opened(new FlashServer(
                    config,
                    transport,
                    parts.opened(zookeeper.open()),
                    new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)));
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
        parts.close();
    }
}
