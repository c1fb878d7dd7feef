package io.chameleon.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.server.store.TestDevice;
import io.chameleon.simssd.FlashDevice;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MembershipTest {
    private static final ServerId ID = new ServerId("flash-1");
    private static final UUID CLUSTER = UUID.fromString("11111111-2222-3333-4444-555555555555");
    /** ZooKeeper grants sessions of two of them at least. */
    private static final int TICK_MILLIS = 100;
    /** So long that none ends because a busy machine stood still. */
    private static final int SESSION_MILLIS = 60_000;

    private TestingServer zookeeper;
    private CuratorFramework other;
    private CuratorFramework own;

    @BeforeEach
    void open() throws Exception {
        zookeeper =
                new TestingServer(new InstanceSpec(null, FreePorts.take(), -1, -1, true, -1, TICK_MILLIS, 60), true);
        other = connect(SESSION_MILLIS);
        own = connect(SESSION_MILLIS);
        String unused = other.create()
                .creatingParentsIfNeeded()
                .forPath(ServerInfo.CLUSTER_PATH, CLUSTER.toString().getBytes(StandardCharsets.US_ASCII));
    }

    @AfterEach
    void close() throws Exception {
        own.close();
        other.close();
        zookeeper.close();
    }

    private CuratorFramework connect(int sessionMillis) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(zookeeper.getConnectString())
                .sessionTimeoutMs(sessionMillis)
                .connectionTimeoutMs(SESSION_MILLIS)
                .retryPolicy(new RetryOneTime(100))
                .zookeeperFactory(new OrderedEvents())
                .build();
        client.start();
        return client;
    }

    private Registration register(FlashDevice device) {
        return new Registration(
                other,
                new ServerInfo(ID, "10.0.0.1", 7000, "", 1 << 20, ServerInfo.Status.UP)
                        .with(new ServerIdentity(
                                CLUSTER.toString(), device.deviceId().toString())));
    }

    @Test
    void deviceThatAnotherHasTheIdOf_joinsOnceTheOtherHasGone() throws Exception {
        TestDevice device = TestDevice.small();
        CountDownLatch joined = new CountDownLatch(1);
        try (Registration before = register(TestDevice.small());
                Membership membership = new Membership(ID, device, own)) {
            membership.start(joined::countDown);
            assertThat(membership.isJoined()).isFalse();
            assertThat(device.clusterId()).isNull();
            before.close();
            joined.await();
            assertThat(membership.cluster()).isEqualTo(CLUSTER.toString());
        }
    }

    @Test
    void deviceThatIsRegistered_joinsAtOnce_sinceItsProcessHasStartedAgain() {
        TestDevice device = TestDevice.small();
        try (Registration _ = register(device);
                Membership membership = new Membership(ID, device, own)) {
            membership.start(() -> {});
            assertThat(membership.isJoined()).isTrue();
        }
    }

    @Test
    void deviceThatAnotherHasTheIdOf_forLongerThanASession_neverTakesItsPlace() throws Exception {
        own.close();
        own = connect(2 * TICK_MILLIS);
        try (Registration running = register(TestDevice.small());
                Membership membership = new Membership(ID, TestDevice.small(), own);
                Membership startedAgain = new Membership(ID, TestDevice.small(), other)) {
            membership.start(() -> {});
            await().until(membership::isRefused);
            running.close();
            startedAgain.start(() -> {});
            assertThat(startedAgain.isJoined()).isTrue();
            assertThat(membership.isJoined()).isFalse();
        }
    }
}
