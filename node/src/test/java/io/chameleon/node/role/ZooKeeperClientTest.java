package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.metadata.CuratorServers;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.rpc.TransportConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class ZooKeeperClientTest {
    private static final String CLUSTER = "0123abcd-0000-4000-8000-000000000001";

    @TempDir
    private Path directory;

    private EmbeddedZooKeeper zookeeper;

    @BeforeEach
    void start() {
        zookeeper = EmbeddedZooKeeper.start(directory, FreePorts.take());
    }

    @AfterEach
    void stop() {
        zookeeper.close();
    }

    private ZooKeeperConfig below(String path) {
        return ZooKeeperConfig.of(zookeeper.connectString() + path);
    }

    /** Everything that a cluster writes: its id, a server's registration, the candidates for leadership. */
    private FlashRole cluster(ZooKeeperConfig config, CuratorServers servers, LeaderLatch latch) throws Exception {
        assertThat(servers.name(CLUSTER)).isEqualTo(CLUSTER);
        FlashRole server = new FlashRole(
                ServerConfig.local(new ServerId("flash-1"), Medium.IMAGE, directory.resolve("flash-1.img"), 16 << 20),
                TransportConfig.defaults(),
                config);
        await().until(() -> servers.registered().size() == 1);
        latch.start();
        assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        return server;
    }

    private static Stream<String> tree(CuratorFramework client, String path) {
        try {
            List<String> children = client.getChildren().forPath(path);
            return Stream.concat(Stream.of(path), children.stream().flatMap(child -> tree(client, path + "/" + child)));
        } catch (Exception e) {
            throw new AssertionError(path, e);
        }
    }

    @Test
    void root_thatIsNotThere_isMade_andEverythingIsBelowIt() throws Exception {
        ZooKeeperConfig config = below("/stores/one");
        try (CuratorFramework client = ZooKeeperClient.open(config);
                CuratorServers servers = new CuratorServers(client);
                LeaderLatch latch = new LeaderLatch(client, "/chameleon/balancer-leader");
                FlashRole server = cluster(config, servers, latch);
                CuratorFramework whole = ZooKeeperClient.open(below(""))) {
            assertThat(server).isNotNull();
            assertThat(whole.getChildren().forPath("/")).containsExactlyInAnyOrder("stores", "zookeeper");
            assertThat(tree(whole, "/stores"))
                    .contains("/stores/one" + ServerInfo.CLUSTER_PATH)
                    .contains("/stores/one" + ServerInfo.DISCOVERY_PATH + "/" + ServerInfo.DISCOVERY_NAME + "/flash-1");
        }
    }

    @Test
    void clusters_withRootsOfTheirOwn_doNotMeet() throws Exception {
        ZooKeeperConfig config = below("/one");
        try (CuratorFramework one = ZooKeeperClient.open(config);
                CuratorFramework two = ZooKeeperClient.open(below("/two"));
                CuratorServers ours = new CuratorServers(one);
                CuratorServers others = new CuratorServers(two);
                LeaderLatch latch = new LeaderLatch(one, "/chameleon/balancer-leader");
                FlashRole server = cluster(config, ours, latch)) {
            assertThat(server).isNotNull();
            assertThat(others.cluster()).isEmpty();
            assertThat(others.registered()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/stores/one"})
    void whatIsWritten_withAPassword_isOpenToItsUserAlone(String root) throws Exception {
        ZooKeeperConfig config = below(root).withPassword("secret");
        String top = root.isEmpty() ? "/chameleon" : "/stores";
        try (CuratorFramework client = ZooKeeperClient.open(config);
                CuratorServers servers = new CuratorServers(client);
                LeaderLatch latch = new LeaderLatch(client, "/chameleon/balancer-leader");
                FlashRole server = cluster(config, servers, latch);
                CuratorFramework user = ZooKeeperClient.open(below("").withPassword("secret"))) {
            assertThat(server).isNotNull();
            List<String> paths = tree(user, top).toList();
            assertThat(paths).hasSizeGreaterThan(5);
            for (String path : paths) {
                assertThat(user.getACL().forPath(path)).as(path).hasSize(1).allSatisfy(acl -> {
                    assertThat(acl.getPerms()).isEqualTo(Perms.ALL);
                    assertThat(acl.getId().getScheme()).isEqualTo("digest");
                    assertThat(acl.getId().getId()).startsWith("chameleon:");
                });
            }
            String registration = root + ServerInfo.DISCOVERY_PATH + "/" + ServerInfo.DISCOVERY_NAME + "/flash-1";
            try (CuratorFramework anybody = curator()) {
                assertThatExceptionOfType(KeeperException.NoAuthException.class)
                        .isThrownBy(() -> anybody.getData().forPath(registration));
                assertThatExceptionOfType(KeeperException.NoAuthException.class)
                        .isThrownBy(() -> anybody.delete().forPath(registration));
            }
        }
    }

    /** Connected to the whole of ZooKeeper, as a process of another cluster. */
    private CuratorFramework curator() {
        CuratorFramework client = CuratorFrameworkFactory.newClient(zookeeper.connectString(), new RetryOneTime(100));
        client.start();
        return client;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/stores/one"})
    void processWithoutThePassword_orWithAnother_endsWithOneLine(String root) throws Exception {
        try (CuratorFramework first = ZooKeeperClient.open(below(root).withPassword("secret"));
                CuratorServers servers = new CuratorServers(first)) {
            assertThat(servers.name(CLUSTER)).isEqualTo(CLUSTER);
            assertThatIllegalStateException()
                    .isThrownBy(() -> ZooKeeperClient.open(below(root).withPassword("other")))
                    .withMessageContaining("user chameleon may not use")
                    .withMessageContaining("zookeeper.password")
                    .withMessageNotContaining("\n")
                    .withMessageNotContaining("other");
            assertThatIllegalStateException()
                    .isThrownBy(() -> ZooKeeperClient.open(below(root)))
                    .withMessageContaining("a process without zookeeper.password may not use");
        }
    }

    @Test
    void rootThatSomebodyElseMadeForUs_isUsedAsItIs() throws Exception {
        try (CuratorFramework administrator = ZooKeeperClient.open(below("").withPassword("administrator"))) {
            administrator.create().forPath("/stores", new byte[0]);
            administrator.create().withACL(Ids.OPEN_ACL_UNSAFE).forPath("/stores/one", new byte[0]);
        }
        try (CuratorFramework client = ZooKeeperClient.open(below("/stores/one").withPassword("secret"));
                CuratorServers servers = new CuratorServers(client)) {
            assertThat(servers.name(CLUSTER)).isEqualTo(CLUSTER);
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> ZooKeeperClient.open(below("/stores/two").withPassword("secret")))
                .withMessageContaining("user chameleon may not use /stores/two");
    }

    @Test
    void connectionThatIsLost_andBack_isLoggedOnceEach() {
        Logger logger = (Logger) LoggerFactory.getLogger(ZooKeeperClient.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        int port = zookeeper.port();
        try (CuratorFramework client = ZooKeeperClient.open(below(""))) {
            zookeeper.close();
            await().atMost(Duration.ofMinutes(1))
                    .until(
                            () -> said(log, port),
                            lines -> lines.contains(
                                    "lost the connection to ZooKeeper at 127.0.0.1:" + port + ", and keeps trying"));
            zookeeper = EmbeddedZooKeeper.start(directory, port);
            await().atMost(Duration.ofMinutes(1))
                    .until(
                            () -> said(log, port),
                            lines -> lines.contains("connected to ZooKeeper at 127.0.0.1:" + port + " again"));
            assertThat(client.getZookeeperClient().isConnected()).isTrue();
            assertThat(said(log, port)).doesNotHaveDuplicates();
        } finally {
            logger.setLevel(null);
            logger.detachAppender(log);
        }
    }

    /** Other tests of this JVM log, too, about another port. */
    private static List<String> said(ListAppender<ILoggingEvent> log, int port) {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(":" + port))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "/stores", "zk:2181//stores", "zk:2181/stores/", "zk:2181/a b", "zk:2181, zk2:2181"})
    void connectString_thatMakesNoSense_isRefused(String connect) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ZooKeeperConfig.of(connect))
                .withMessageStartingWith("zookeeper.connect: ");
    }

    @Test
    void password_isInNoLog() {
        assertThat(ZooKeeperConfig.of("zk:2181").withPassword("secret"))
                .asString()
                .isEqualTo("ZooKeeperConfig[chameleon@zk:2181, session of 10s]");
    }
}
