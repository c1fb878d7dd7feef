package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.server.store.Bytes;
import io.chameleon.simssd.envm.EnvmConfig;
import io.chameleon.simssd.envm.EnvmPolicy;
import io.chameleon.simssd.envm.EnvmTiming;
import io.chameleon.testservices.TestZooKeeper;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole server with a persistent cache in front of its device. */
class EnvmServerTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final ServerId ID = new ServerId("flash-1");
    private static final long CAPACITY = 16 << 20;

    private static TestZooKeeper zookeeper;
    private static CuratorFramework curator;
    private static NettyRpcClient network;

    @TempDir
    Path directory;

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @BeforeAll
    static void open() throws Exception {
        zookeeper = TestZooKeeper.start();
        curator = CuratorFrameworkFactory.newClient(zookeeper.connectString(), new RetryOneTime(100));
        curator.start();
        assertThat(curator.blockUntilConnected(20, TimeUnit.SECONDS)).isTrue();
        curator.create()
                .creatingParentsIfNeeded()
                .forPath(
                        ServerInfo.CLUSTER_PATH,
                        "0123abcd-0000-4000-8000-000000000001".getBytes(StandardCharsets.US_ASCII));
        network = new NettyRpcClient(TransportConfig.defaults());
    }

    @AfterAll
    static void close() throws Exception {
        network.close();
        curator.close();
        zookeeper.close();
    }

    private FlashProcess start(EnvmConfig envm) {
        ServerConfig config = ServerConfig.local(ID, Medium.IMAGE, directory.resolve("flash.img"), CAPACITY)
                .withEnvm(envm);
        return new FlashProcess(config, TransportConfig.defaults(), curator, metrics);
    }

    private static FlashServer only(FlashProcess process) {
        assertThat(process.servers()).hasSize(1);
        return process.servers().get(0);
    }

    private static CompletableFuture<Void> put(FlashProcess server, Bytes bytes) {
        return new FlashClient(network)
                .put(
                        only(server).endpoint(),
                        bytes.id(),
                        bytes.fragment().crc32c(),
                        bytes.fragment().scheme(),
                        bytes.fragment().segmentLength(),
                        WriteHint.COLD,
                        Unpooled.wrappedBuffer(bytes.content()),
                        SOON);
    }

    private static void assertReadable(FlashProcess server, List<Bytes> fragments) {
        for (Bytes bytes : fragments) {
            FragmentRead read = new FlashClient(network)
                    .get(only(server).endpoint(), bytes.id(), 0, 0, SOON)
                    .join();
            assertThat(ByteBufUtil.getBytes(read.payload())).isEqualTo(bytes.content());
            read.payload().release();
        }
    }

    private double metric(String line) {
        return metrics.scrape()
                .lines()
                .filter(it -> it.startsWith(line + " "))
                .mapToDouble(it -> Double.parseDouble(it.substring(line.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(line + " is not among " + metrics.scrape()));
    }

    @ParameterizedTest
    @EnumSource(EnvmPolicy.class)
    void fragments_storedBehindACache_areThereAfterRestartsWithAndWithoutIt(EnvmPolicy policy) {
        EnvmConfig envm = new EnvmConfig(policy, 1 << 20, 256 << 10, 0.11, EnvmTiming.OPTANE);
        List<Bytes> fragments = IntStream.range(0, 60)
                .mapToObj(i -> Bytes.of(Bytes.id(i + 1), 1 + i * 3_000))
                .toList();
        try (FlashProcess server = start(envm)) {
            CompletableFuture.allOf(
                            fragments.stream().map(bytes -> put(server, bytes)).toArray(CompletableFuture[]::new))
                    .join();
            assertReadable(server, fragments);
            assertThat(metric("chameleon_envm_page_writes_total{server=\"flash-1\"}"))
                    .isPositive();
            assertThat(metric("chameleon_envm_at_risk_bytes{server=\"flash-1\"}"))
                    .as("everything was acknowledged")
                    .isZero();
            assertThat(metric("chameleon_envm_capacity_pages{server=\"flash-1\"}"))
                    .isEqualTo(256);
        }
        assertThat(metrics.scrape()).as("metrics of a closed server").doesNotContain("chameleon_envm_");
        try (FlashProcess server = start(envm)) {
            assertThat(metric("chameleon_flash_fragments{server=\"flash-1\"}")).isEqualTo(60);
            assertReadable(server, fragments);
        }
        try (FlashProcess server = start(EnvmConfig.NONE)) {
            assertThat(directory.resolve("flash.img.envm")).as("drained").doesNotExist();
            assertReadable(server, fragments);
        }
    }

    @Test
    void cache_writesBackByItself_whenNobodyAsks() {
        EnvmConfig envm = new EnvmConfig(EnvmPolicy.NLCWIP, 1 << 20, 0, 0, EnvmTiming.OPTANE);
        try (FlashProcess server = start(envm)) {
            for (int i = 0; i < 50; i++) {
                put(server, Bytes.of(Bytes.id(i + 1), i == 0 ? 100_000 : 12_000))
                        .join();
            }
            assertThat(metric("chameleon_envm_modified_pages{server=\"flash-1\"}"))
                    .isPositive();
            await().atMost(SOON).untilAsserted(() -> {
                // Each request reports how long the gap before it was.
                put(server, Bytes.of(Bytes.id(1_000), 4_000)).join();
                assertThat(metric("chameleon_envm_writebacks_total{reason=\"idle\",server=\"flash-1\"}"))
                        .isPositive();
            });
        }
    }

    @Test
    void timingOnlyDevice_withACache_isRefused() {
        ServerConfig config = ServerConfig.local(ID, Medium.TIMING_ONLY, null, CAPACITY);
        assertThatThrownBy(() -> config.withEnvm(EnvmConfig.of(1 << 20, 0)))
                .hasMessageContaining("server.envm.bytes")
                .hasMessageContaining("TIMING_ONLY");
    }
}
