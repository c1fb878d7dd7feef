package io.chameleon.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.testing.FreePorts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.curator.x.discovery.ServiceDiscovery;
import org.apache.curator.x.discovery.ServiceDiscoveryBuilder;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.details.JsonInstanceSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RegistrationTest {
    private static final ServerInfo SERVER =
            new ServerInfo(new ServerId("flash-1"), "10.0.0.1", 7000, "zone-a", 1L << 30, ServerInfo.Status.UP);

    /** So long that none ends because a busy machine stood still. */
    private static final int SESSION_MILLIS = 60_000;
    /** Of a session that has to end: ZooKeeper keeps what it made for as long. */
    private static final int SHORT_SESSION_MILLIS = 5_000;

    private TestingServer zookeeper;
    private CuratorFramework server;
    private CuratorFramework reader;
    private ServiceDiscovery<Map> discovery;

    @BeforeEach
    void open() throws Exception {
        zookeeper = new TestingServer(FreePorts.take());
        server = connect();
        reader = connect();
        // As metadata reads it, in a process of its own.
        discovery = ServiceDiscoveryBuilder.builder(Map.class)
                .client(reader)
                .basePath(ServerInfo.DISCOVERY_PATH)
                .serializer(new JsonInstanceSerializer<>(Map.class))
                .build();
        discovery.start();
    }

    private CuratorFramework connect() {
        return connect(SESSION_MILLIS);
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

    @AfterEach
    void close() throws Exception {
        discovery.close();
        server.close();
        reader.close();
        zookeeper.close();
    }

    @SuppressWarnings("unchecked")
    private List<ServerInfo> registered() {
        try {
            Collection<ServiceInstance<Map>> instances = discovery.queryForInstances(ServerInfo.DISCOVERY_NAME);
            return instances.stream()
                    .map(instance -> ServerInfo.ofAttributes(
                            new ServerId(instance.getId()), instance.getAddress(), instance.getPort(), (Map<
                                            String, String>)
                                    instance.getPayload()))
                    .toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void awaitRegistered(ServerInfo expected) {
        await().until(this::registered, List.of(expected)::equals);
    }

    @Test
    void server_announced_isFoundWithAllItSaid_untilItCloses() {
        Registration registration = new Registration(server, SERVER);
        awaitRegistered(SERVER);
        assertThat(registration.isRegistered()).isTrue();
        registration.close();
        assertThat(registered()).isEmpty();
    }

    /** It ended with a failure after half a minute, for each device of a process. */
    @Test
    void server_closedWhileZooKeeperIsAway_leavesItsEntryToTheSession() throws Exception {
        Registration registration = new Registration(server, SERVER);
        awaitRegistered(SERVER);
        zookeeper.stop();
        await().until(() -> !server.getZookeeperClient().isConnected());
        assertThatCode(registration::close).doesNotThrowAnyException();
        zookeeper.restart();
    }

    @Test
    void changedServer_announcedAgain_replacesTheEntry() {
        try (Registration registration = new Registration(server, SERVER)) {
            registration.announce(SERVER.with(ServerInfo.Status.DRAINING));
            awaitRegistered(SERVER.with(ServerInfo.Status.DRAINING));
        }
    }

    @Test
    void server_afterItsSessionWasLost_isRegisteredAgain_asItWasLast() throws Exception {
        server.close();
        server = connect(SHORT_SESSION_MILLIS);
        try (Registration registration = new Registration(server, SERVER)) {
            ServerInfo draining = SERVER.with(ServerInfo.Status.DRAINING);
            registration.announce(draining);
            long lost = server.getZookeeperClient().getZooKeeper().getSessionId();
            server.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
            await().until(() -> server.getZookeeperClient().isConnected()
                    && server.getZookeeperClient().getZooKeeper().getSessionId() != lost);
            await().until(() -> entryOwner() != lost && entryOwner() != 0);
            awaitRegistered(draining);
            await().until(registration::isRegistered);
        }
    }

    /** The session that holds the entry; 0 if there is none. */
    private long entryOwner() throws Exception {
        var stat = reader.checkExists()
                .forPath(ServerInfo.DISCOVERY_PATH + "/" + ServerInfo.DISCOVERY_NAME + "/" + SERVER.id());
        return stat == null ? 0 : stat.getEphemeralOwner();
    }

    @Test
    void restartedServer_replacesTheEntryOfItsOldSession_andOutlivesIt() throws Exception {
        // The old process is gone, its session is not: this registration is never closed.
        Registration old =
                new Registration(server, new ServerInfo(SERVER.id(), "10.0.0.1", 6999, "", 1, SERVER.status()));
        CuratorFramework again = connect();
        try (Registration registration = new Registration(again, SERVER)) {
            awaitRegistered(SERVER);
            assertThat(old.isRegistered()).isTrue();
            server.close();
            long session = again.getZookeeperClient().getZooKeeper().getSessionId();
            await().until(() -> entryOwner() == session);
            awaitRegistered(SERVER);
            assertThat(registration.isRegistered()).isTrue();
        } finally {
            again.close();
        }
    }

    @Test
    void entryDeletedBySomebody_isMadeAgain() throws Exception {
        try (Registration registration = new Registration(server, SERVER)) {
            reader.delete().forPath(ServerInfo.DISCOVERY_PATH + "/" + ServerInfo.DISCOVERY_NAME + "/" + SERVER.id());
            awaitRegistered(SERVER);
            assertThat(registration.isRegistered()).isTrue();
        }
    }

    @Test
    void server_withoutZooKeeper_isNotRegistered() throws Exception {
        try (Registration registration = new Registration(server, SERVER)) {
            zookeeper.stop();
            await().until(() -> !registration.isRegistered());
            zookeeper.restart();
            await().until(registration::isRegistered);
        }
    }
}
