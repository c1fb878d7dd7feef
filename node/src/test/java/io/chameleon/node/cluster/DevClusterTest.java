package io.chameleon.node.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import io.chameleon.node.cluster.DevClusterConfig.Hosts;
import io.chameleon.node.embedded.EmptyDatabase;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.ServerConfig.Medium;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class DevClusterTest {
    private static final int SERVERS = 6;
    private static final String IPV6 = "\\[::1]:\\d+";

    @TempDir
    Path directory;

    private DevClusterConfigBuilder small() {
        return in(FreshDatabase.ofCluster(directory));
    }

    private static DevClusterConfigBuilder in(Path directory) {
        return DevClusterConfig.in(directory).servers(SERVERS).serverBytes(16 << 20);
    }

    /** PostgreSQL tells by its identifier whose WAL it reads, and copies have the same. */
    @Test
    void databaseOfClustersInMemory_isACopy_andOneThatLastsIsNot() throws IOException {
        byte[] copied = identifier(EmptyDatabase.in(directory.resolve("copy")));
        Path lasting = directory.resolve("lasting");
        DevCluster.start(in(lasting).build()).close();
        assertThat(identifier(lasting.resolve("postgres"))).isNotEqualTo(copied);
        Path passing = directory.resolve("passing");
        DevCluster.start(in(passing).medium(Medium.MEMORY).build()).close();
        assertThat(identifier(passing.resolve("postgres"))).isEqualTo(copied);
    }

    private static byte[] identifier(Path database) throws IOException {
        return Arrays.copyOf(Files.readAllBytes(database.resolve("global/pg_control")), Long.BYTES);
    }

    @Test
    void objectsAndErases_afterRestart_areWhatTheyWere() {
        byte[] content = new byte[300_000];
        new Random(7).nextBytes(content);
        List<WearReport> before;
        try (DevCluster cluster = DevCluster.start(small().build());
                ChameleonClient client = cluster.clientBuilder().build()) {
            client.put("tests", "kept", content);
            for (int round = 0; round < 150; round++) {
                client.put("tests", "overwritten", content);
            }
            cluster.balancer().reaper().reap(Duration.ZERO);
            before = cluster.wear();
            assertThat(Files.exists(directory.resolve(ClusterFile.NAME))).isTrue();
        }
        assertThat(Files.exists(directory.resolve(ClusterFile.NAME))).isFalse();
        assertThatThrownBy(() -> DevCluster.start(small().servers(5).build()))
                .hasMessageContaining("servers: '5' given, expected 6 as in " + directory);

        try (DevCluster cluster = DevCluster.start(small().build());
                ChameleonClient client = cluster.clientBuilder().build()) {
            assertThat(client.get("tests", "kept")).isEqualTo(content);
            assertThat(client.head("tests", "kept").state()).isEqualTo(RedundancyState.EC);
            List<WearReport> after = cluster.wear();
            for (int server = 0; server < SERVERS; server++) {
                assertThat(after.get(server).server())
                        .isEqualTo(before.get(server).server());
                assertThat(after.get(server).erases())
                        .isGreaterThanOrEqualTo(before.get(server).erases());
                assertThat(after.get(server).hostPageWrites()).isPositive();
            }
        }
    }

    @Test
    void addressOfIpv6_isInBrackets_whereverThePortFollows() throws IOException {
        assumeThat(NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null)
                .isTrue();
        try (DevCluster cluster = DevCluster.start(small().hosts(new Hosts("::1", "::1"))
                .s3(new DevGateway(true, 0, DevGateway.TRIAL, List.of()))
                .build())) {
            ClusterFile running = cluster.describe();
            assertThat(running.metadata()).singleElement(STRING).matches(IPV6);
            assertThat(List.of(
                            running.metadataAdmin(),
                            running.balancer(),
                            running.balancerAdmin(),
                            running.s3(),
                            running.s3Admin(),
                            cluster.s3().orElseThrow()))
                    .allMatch(address -> address.matches(IPV6));
            assertThat(running.servers())
                    .allSatisfy(server -> assertThat(server.admin()).matches(IPV6));
            int port = cluster.metadataEndpoint().port();
            assertThatThrownBy(() -> DevCluster.start(DevClusterConfig.in(directory.resolve("second"))
                            .hosts(new Hosts("::1", "::1"))
                            .portBase(port)
                            .build()))
                    .hasMessageStartingWith("cannot listen on [::1]:" + port + ": ");
        }
    }

    /** As on a disk that has become read-only. */
    @Test
    void clusterFileThatCannotBeDeleted_keepsNothingOpen() throws IOException {
        try (DevCluster cluster = DevCluster.start(small().build())) {
            Path file = directory.resolve(ClusterFile.NAME);
            Files.delete(file);
            Files.createDirectories(file.resolve("not-empty"));
            assertThatNoException().isThrownBy(cluster::close);
            int port = cluster.metadataEndpoint().port();
            assertThatThrownBy(() -> new Socket("127.0.0.1", port).close()).isInstanceOf(ConnectException.class);
        }
    }

    /** Ctrl-C would otherwise wait for all that is still to be made. */
    @Test
    void startThatIsInterrupted_whileTheMetadataServiceStarts_makesNoServers() {
        Thread starter = Thread.currentThread();
        AppenderBase<ILoggingEvent> interrupting = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent line) {
                if (Thread.currentThread().equals(starter)) {
                    starter.interrupt();
                }
            }
        };
        interrupting.start();
        Logger log = (Logger) LoggerFactory.getLogger("io.chameleon.metadata.ClusterCheck");
        Level before = log.getLevel();
        log.setLevel(Level.INFO);
        log.addAppender(interrupting);
        try {
            assertThatThrownBy(() -> DevCluster.start(in(directory).build()).close())
                    .hasMessage("interrupted while the cluster started");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            log.detachAppender(interrupting);
            log.setLevel(before);
            boolean unused = Thread.interrupted();
        }
        assertThat(directory.resolve("postgres")).as("made by this start").exists();
        assertThat(directory.resolve("flash-0.img")).doesNotExist();
    }
}
