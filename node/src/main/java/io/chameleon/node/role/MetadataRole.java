package io.chameleon.node.role;

import io.chameleon.core.Require;
import io.chameleon.metadata.CuratorServers;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.MetadataService;
import io.chameleon.metadata.database.FirstAnswer;
import io.chameleon.server.Parts;
import io.chameleon.server.admin.AdminHttp;
import io.chameleon.server.admin.Health;
import io.chameleon.transport.rpc.TransportConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;

/** One metadata process: the service, its connections to ZooKeeper and to the database, its admin page. */
public final class MetadataRole implements AutoCloseable {
    private final Parts parts = new Parts();
    private final MetadataService service;
    private final AdminHttp admin;

    /**
     * Waits up to 60 s for a first database that does not answer.
     *
     * @param adminPort 0 for any free one; bound to the service's host
     */
    public MetadataRole(
            MetadataConfig config,
            int adminPort,
            TransportConfig transport,
            ZooKeeperConfig zookeeper,
            InstantSource clock) {
        Require.that(adminPort >= 0 && adminPort <= 65_535, "metadata.admin-port", adminPort, "0 (any) to 65535");
        try {
            PrometheusMeterRegistry metrics = parts.opened(new ProcessMetrics()).registry();
            SecurityMetrics.of(transport.security()).bindTo(metrics);
            Health health = new Health();
            admin = parts.opened(
                    new AdminHttp(new InetSocketAddress(config.host(), adminPort), metrics, health, Map.of()));
            CuratorFramework curator = parts.opened(ZooKeeperClient.open(zookeeper));
            FirstAnswer.await(config.database());
            service = parts.opened(new MetadataService(config, new CuratorServers(curator), clock, metrics, transport));
            health.require("cluster_matches", service::isServing).require("clock_agrees", service::isClockRight);
            // The buckets of the other databases are served.
            health.note("databases_answer", service::areDatabasesAnswering)
                    .note("databases_accepted", service::areDatabasesAccepted);
            // Without ZooKeeper it uses the last known servers, and answers.
            ZooKeeperHealth.of(curator, metrics, health).started();
        } catch (RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    public int port() {
        return service.port();
    }

    public int adminPort() {
        return admin.port();
    }

    @Override
    public void close() {
        parts.close();
    }
}
