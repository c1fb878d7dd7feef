package io.chameleon.node.role;

import io.chameleon.server.admin.Health;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.curator.framework.CuratorFramework;

/**
 * Whether a process has a connection to ZooKeeper, as a metric and a note beside its readiness. It does not decide
 * readiness: otherwise an unreachable ZooKeeper would take every process out of service that could work without it.
 */
final class ZooKeeperHealth {
    private ZooKeeperHealth() {}

    static Health of(CuratorFramework curator, MeterRegistry metrics, Health health) {
        tell(curator, metrics);
        return health.note(
                "zookeeper_connected", () -> curator.getZookeeperClient().isConnected());
    }

    /** As a metric. */
    static void tell(CuratorFramework curator, MeterRegistry metrics) {
        Gauge.builder(
                        "chameleon.zookeeper.connected",
                        curator,
                        it -> it.getZookeeperClient().isConnected() ? 1 : 0)
                .description("1 while this process has a connection to ZooKeeper")
                .register(metrics);
    }
}
