package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.server.admin.Health;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;

class ZooKeeperHealthTest {
    @Test
    void zookeeperThatIsAway_isSaid_andTakesNobodyOutOfService() {
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Health health = new Health();
        try (CuratorFramework nowhere = CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1))) {
            nowhere.start();
            ZooKeeperHealth.of(nowhere, metrics, health).started();
            assertThat(health.isReady()).isTrue();
            assertThat(health.readiness()).containsEntry("zookeeper_connected", false);
            assertThat(metrics.scrape()).contains("chameleon_zookeeper_connected 0.0");
        }
    }
}
