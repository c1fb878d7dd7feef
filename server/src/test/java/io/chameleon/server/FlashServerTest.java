package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.ServerConfig.Device;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.server.cluster.Membership;
import io.chameleon.server.store.Bytes;
import io.chameleon.server.store.TestDevice;
import io.chameleon.testservices.TestZooKeeper;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole process: Netty, ZooKeeper, admin page, devices in files. */
@Order(1) // takes the longest
class FlashServerTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final ServerId ID = new ServerId("flash-1");
    private static final String CLUSTER = "0123abcd-0000-4000-8000-000000000001";
    private static final String OTHER = "0123abcd-0000-4000-8000-000000000002";

    private static TestZooKeeper zookeeper;
    private static CuratorFramework curator;
    private static NettyRpcClient network;
    private static HttpClient http;

    @TempDir
    Path directory;

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @BeforeAll
    static void open() throws Exception {
        zookeeper = TestZooKeeper.start();
        curator = CuratorFrameworkFactory.newClient(zookeeper.connectString(), new RetryOneTime(100));
        curator.start();
        assertThat(curator.blockUntilConnected(20, TimeUnit.SECONDS)).isTrue();
        name(CLUSTER);
        network = new NettyRpcClient(TransportConfig.defaults());
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void close() throws Exception {
        http.close();
        network.close();
        curator.close();
        zookeeper.close();
    }

    private FlashProcess start() {
        ServerConfig config = ServerConfig.local(ID, Medium.IMAGE, directory.resolve("flash.img"), 16 << 20);
        return new FlashProcess(config, TransportConfig.defaults(), curator, metrics);
    }

    private static FlashServer only(FlashProcess process) {
        assertThat(process.servers()).hasSize(1);
        return process.servers().get(0);
    }

    private static CompletableFuture<Void> put(FlashProcess process, Bytes bytes) {
        return put(only(process), bytes);
    }

    private static CompletableFuture<Void> put(FlashServer server, Bytes bytes) {
        return new FlashClient(network)
                .put(
                        server.endpoint(),
                        bytes.id(),
                        bytes.fragment().crc32c(),
                        bytes.fragment().scheme(),
                        bytes.fragment().segmentLength(),
                        WriteHint.COLD,
                        Unpooled.wrappedBuffer(bytes.content()),
                        SOON);
    }

    private static byte[] get(FlashProcess process, Bytes bytes) {
        return get(only(process), bytes);
    }

    private static byte[] get(FlashServer server, Bytes bytes) {
        FragmentRead read = new FlashClient(network)
                .get(server.endpoint(), bytes.id(), 0, 0, SOON)
                .join();
        try {
            assertThat(read.matchesChecksum()).isTrue();
            return ByteBufUtil.getBytes(read.payload());
        } finally {
            read.release();
        }
    }

    private static HttpResponse<String> admin(FlashProcess server, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.adminPort() + path);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String entry() throws Exception {
        return entry(ID);
    }

    private static String entry(ServerId id) throws Exception {
        String path = ServerInfo.DISCOVERY_PATH + "/" + ServerInfo.DISCOVERY_NAME + "/" + id;
        return curator.checkExists().forPath(path) == null
                ? ""
                : new String(curator.getData().forPath(path), StandardCharsets.UTF_8);
    }

    @Test
    void fragments_acknowledgedOverTheNetwork_areThereAfterARestart() {
        List<Bytes> fragments = IntStream.range(0, 40)
                .mapToObj(i -> Bytes.of(Bytes.id(i + 1), 1 + i * 5_000))
                .toList();
        try (FlashProcess server = start()) {
            CompletableFuture.allOf(
                            fragments.stream().map(bytes -> put(server, bytes)).toArray(CompletableFuture[]::new))
                    .join();
        }
        assertThat(metrics.scrape()).as("metrics of a closed server").doesNotContain("chameleon_flash_");
        try (FlashProcess server = start()) {
            assertThat(metrics.scrape()).contains("chameleon_flash_fragments{server=\"flash-1\"} 40.0");
            assertThat(fragments)
                    .allSatisfy(bytes -> assertThat(get(server, bytes)).isEqualTo(bytes.content()));
        }
    }

    /** An object's data that go bad on flash are noticed by whoever compares them, and then by the server itself. */
    @Test
    void fragmentReadUnchecked_isSentAsItLiesInTheImage_andOnlyACheckedReadSaysThatItIsDamaged() throws Exception {
        Bytes bytes = Bytes.of(Bytes.id(1), 300_000);
        Bytes small = Bytes.of(Bytes.id(2), 3_000);
        FlashClient client = new FlashClient(network);
        // Otherwise the scrubber may find the damage first.
        ServerConfig unscrubbed = ServerConfig.local(ID, Medium.IMAGE, directory.resolve("flash.img"), 16 << 20)
                .withScrubBytesPerSecond(0);
        try (FlashProcess process = new FlashProcess(unscrubbed, TransportConfig.defaults(), curator, metrics)) {
            put(process, bytes).join();
            put(process, small).join();
            Endpoint endpoint = only(process).endpoint();
            for (Bytes each : List.of(bytes, small)) {
                FragmentRead read =
                        client.getUnchecked(endpoint, each.id(), SOON).join();
                assertThat(ByteBufUtil.getBytes(read.payload())).isEqualTo(each.content());
                assertThat(read.matchesChecksum()).isTrue();
                assertThat(read.fragmentLength()).isEqualTo(each.content().length);
                read.release();
            }
            flip(bytes.content(), 200_000);

            FragmentRead damaged =
                    client.getUnchecked(endpoint, bytes.id(), SOON).join();
            assertThat(damaged.payload().readableBytes()).isEqualTo(300_000);
            assertThat(damaged.matchesChecksum()).isFalse();
            damaged.release();
            assertThat(client.damaged(endpoint, SOON).join()).isEmpty();

            assertThat(failure(client.get(endpoint, bytes.id(), 0, 0, SOON))).isEqualTo(ErrorCode.CORRUPT_FRAGMENT);
            assertThat(client.damaged(endpoint, SOON).join()).containsExactly(bytes.id());
            assertThat(failure(client.getUnchecked(endpoint, Bytes.id(7), SOON)))
                    .isEqualTo(ErrorCode.FRAGMENT_NOT_FOUND);
        }
    }

    /** Changes a byte of the content where it lies in the image. */
    private void flip(byte[] content, int at) throws IOException {
        Path image = directory.resolve("flash.img");
        byte[] page = Arrays.copyOfRange(content, at / 4_096 * 4_096, at / 4_096 * 4_096 + 4_096);
        byte[] all = Files.readAllBytes(image);
        for (int start = 0; start + page.length <= all.length; start += 4_096) {
            if (Arrays.equals(all, start, start + page.length, page, 0, page.length)) {
                all[start + 100] ^= 1;
                Files.write(image, all, StandardOpenOption.WRITE);
                return;
            }
        }
        throw new AssertionError("the page is not in the image");
    }

    private ServerConfig ofThreeDevices() {
        List<Device> devices = Stream.of("a", "b", "c")
                .map(name -> new Device(
                        new ServerId("flash-1-" + name), directory.resolve(name).resolve("flash.img")))
                .toList();
        return ServerConfig.local(
                        devices.get(0).server(), Medium.IMAGE, devices.get(0).image(), 16 << 20)
                .withDevices(devices);
    }

    private FlashProcess startThreeDevices() {
        return new FlashProcess(ofThreeDevices(), TransportConfig.defaults(), curator, metrics);
    }

    private void mount(String device) throws IOException {
        Path unused = Files.createDirectory(directory.resolve(device));
    }

    @Test
    void devicesOfOneProcess_areServersOfTheirOwn_behindOnePort() throws Exception {
        mount("a");
        mount("b");
        mount("c");
        List<Bytes> fragments = IntStream.range(0, 3)
                .mapToObj(i -> Bytes.of(Bytes.id(i + 1), 10_000 + i))
                .toList();
        List<String> devices;
        try (FlashProcess process = startThreeDevices()) {
            List<ServerInfo> infos = process.infos();
            devices = infos.stream().map(info -> info.identity().device()).toList();
            assertThat(devices).doesNotHaveDuplicates();
            assertThat(infos)
                    .extracting(ServerInfo::port)
                    .containsOnly(infos.get(0).port());
            assertThat(infos)
                    .as("they fail together")
                    .extracting(ServerInfo::node)
                    .containsOnly("127.0.0.1:" + infos.get(0).port());
            for (ServerInfo info : infos) {
                assertThat(entry(info.id())).contains(info.identity().device()).contains("\"status\":\"UP\"");
            }
            for (int i = 0; i < 3; i++) {
                put(process.servers().get(i), fragments.get(i)).join();
            }
            FlashServer drained = process.servers().get(1);
            new FlashClient(network).drain(drained.endpoint(), true, SOON).join();
            assertThat(failure(put(drained, Bytes.of(Bytes.id(9), 10)))).isEqualTo(ErrorCode.DRAINING);
            put(process.servers().get(2), Bytes.of(Bytes.id(9), 10)).join();
            assertThat(admin(process, "/admin/wear").body())
                    .contains("\"server\":\"flash-1-a\"")
                    .contains("\"server\":\"flash-1-c\"");
            assertThat(admin(process, "/metrics").body())
                    .contains("chameleon_flash_fragments{server=\"flash-1-a\"} 1.0")
                    .contains("chameleon_flash_fragments{server=\"flash-1-c\"} 2.0");
        }
        assertThat(entry(new ServerId("flash-1-b"))).isEmpty();
        try (FlashProcess process = startThreeDevices()) {
            assertThat(process.infos())
                    .extracting(info -> info.identity().device())
                    .isEqualTo(devices);
            for (int i = 0; i < 3; i++) {
                assertThat(get(process.servers().get(i), fragments.get(i)))
                        .isEqualTo(fragments.get(i).content());
            }
            assertThat(failure(new FlashClient(network)
                            .get(
                                    process.servers().get(0).endpoint(),
                                    fragments.get(1).id(),
                                    0,
                                    0,
                                    SOON)))
                    .isEqualTo(ErrorCode.FRAGMENT_NOT_FOUND);
        }
    }

    /** As when a machine comes up with one drive dead. */
    @Test
    void deviceThatCannotBeOpened_keepsTheOthersFromNothing() throws Exception {
        mount("a");
        mount("c");
        Bytes bytes = Bytes.of(Bytes.id(1), 10_000);
        try (FlashProcess process = startThreeDevices()) {
            assertThat(process.infos()).extracting(info -> info.id().value()).containsExactly("flash-1-a", "flash-1-c");
            assertThat(entry(new ServerId("flash-1-b"))).isEmpty();
            put(process.servers().get(1), bytes).join();
            assertThat(get(process.servers().get(1), bytes)).isEqualTo(bytes.content());
            HttpResponse<String> ready = admin(process, "/health/ready");
            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(ready.body()).contains("\"every_device_open\":false").contains("\"registered\":true");
            Endpoint missing = process.servers().get(0).endpoint().as("flash-1-b");
            assertThat(failure(new FlashClient(network).wear(missing, SOON))).isEqualTo(ErrorCode.UNAVAILABLE);
        }
    }

    @Test
    void processWithoutAnyDevice_doesNotStart_andSaysWhy() {
        assertThatThrownBy(this::startThreeDevices)
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining("flash.img: its directory does not exist");
    }

    /** The page shows the progress of the mount, so it must open first. */
    @Test
    void adminPage_isOpenedBeforeTheDevice() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path image = directory.resolve("flash.img");
            ServerConfig config =
                    ServerConfig.local(ID, Medium.IMAGE, image, 16 << 20).withAdminPort(taken.getLocalPort());
            assertThatThrownBy(() -> new FlashProcess(config, TransportConfig.defaults(), curator, metrics))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("cannot be bound");
            assertThat(image).doesNotExist();
        }
    }

    @Test
    void server_whoseZooKeeperIsAway_staysReadyAndSaysSo() throws Exception {
        TestZooKeeper own = TestZooKeeper.start();
        CuratorFramework client = CuratorFrameworkFactory.newClient(own.connectString(), new RetryOneTime(100));
        client.start();
        String _ = client.create()
                .creatingParentsIfNeeded()
                .forPath(ServerInfo.CLUSTER_PATH, CLUSTER.getBytes(StandardCharsets.US_ASCII));
        ServerConfig config = ServerConfig.local(ID, Medium.IMAGE, directory.resolve("flash.img"), 16 << 20);
        try (client;
                FlashProcess server = new FlashProcess(config, TransportConfig.defaults(), client, metrics)) {
            own.close();
            await().atMost(SOON)
                    .until(() -> admin(server, "/health/ready").body().contains("\"registered\":false"));
            assertThat(admin(server, "/health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void server_isRegisteredWhileItIsOpen_andSaysWhenItDrains() throws Exception {
        try (FlashProcess server = start()) {
            assertThat(entry())
                    .contains("\"port\":" + only(server).endpoint().port())
                    .contains("\"status\":\"UP\"");
            assertThat(admin(server, "/health/ready").statusCode()).isEqualTo(200);
            new FlashClient(network).drain(only(server).endpoint(), true, SOON).join();
            assertThat(entry()).contains("\"status\":\"DRAINING\"");
            HttpResponse<String> ready = admin(server, "/health/ready");
            assertThat(ready.statusCode()).as("it serves what it holds").isEqualTo(200);
            assertThat(ready.body())
                    .isEqualTo(
                            "{\"started\":true,\"cluster_known\":true,\"storage_writable\":true,\"was_registered\":true,"
                                    + "\"not_draining\":false,\"registered\":true}\n");
            only(server).drain(false);
            assertThat(entry()).contains("\"status\":\"UP\"");
        }
        assertThat(entry()).isEmpty();
    }

    @Test
    void server_whoseDeviceHasFailed_saysThatItIsReadOnly_evenIfItIsDrained() throws Exception {
        try (FlashProcess server = start()) {
            Files.delete(directory.resolve("flash.img"));
            assertThat(failure(put(server, Bytes.of(Bytes.id(1), 50_000)))).isEqualTo(ErrorCode.UNAVAILABLE);
            await().atMost(SOON).until(() -> entry().contains("\"readOnly\":\"true\""));
            assertThat(entry()).as("what earlier releases understand").contains("\"status\":\"DRAINING\"");
            assertThat(only(server).info().status()).isEqualTo(ServerInfo.Status.READ_ONLY);
            only(server).drain(true);
            assertThat(only(server).info().status()).isEqualTo(ServerInfo.Status.READ_ONLY);
        }
    }

    @Test
    void server_whoseDeviceHangs_isReadOnlyUntilItGoesOn() throws Exception {
        AtomicReference<Optional<String>> why = new AtomicReference<>(Optional.empty());
        ServerEntry entry = new ServerEntry(
                ServerConfig.local(ID, Medium.IMAGE, directory.resolve("flash.img"), 16 << 20),
                ID,
                1 << 20,
                new Membership(ID, TestDevice.small(), curator),
                why::get);
        entry.at(7001);
        entry.register(curator);
        entry.tellChange();
        assertThat(entry()).contains("\"status\":\"UP\"", "\"readOnly\":\"false\"");
        why.set(Optional.of("its device has been at one operation for 10 s"));
        entry.tellChange();
        assertThat(entry()).contains("\"status\":\"DRAINING\"", "\"readOnly\":\"true\"");
        why.set(Optional.empty());
        entry.tellChange();
        assertThat(entry()).contains("\"status\":\"UP\"", "\"readOnly\":\"false\"");
        entry.remove();
    }

    @Test
    void server_whoseClusterNobodyHasNamed_waits_andIsRegisteredAsSoonAsMetadataNamesIt() throws Exception {
        curator.delete().forPath(ServerInfo.CLUSTER_PATH);
        try (FlashProcess server = start()) {
            assertThat(entry()).isEmpty();
            assertThat(admin(server, "/health/ready").statusCode()).isEqualTo(503);
            Endpoint named = only(server).endpoint().in(CLUSTER);
            assertThatThrownBy(() -> new FlashClient(network)
                            .list(named, 0, null, 1, SOON)
                            .join())
                    .hasMessageContaining("has not joined a cluster yet");

            name(CLUSTER);
            await().untilAsserted(() -> assertThat(entry())
                    .contains("\"cluster\":\"" + CLUSTER + "\"")
                    .contains("\"device\":\""));
            assertThat(only(server).info().identity().cluster()).isEqualTo(CLUSTER);
            put(server, Bytes.of(Bytes.id(1), 10)).join();
        } finally {
            name(CLUSTER);
        }
    }

    @Test
    void server_ofAnotherCluster_isNotRegistered_untilZooKeeperIsThatOfItsOwn() throws Exception {
        start().close();
        name(OTHER);
        try (FlashProcess server = start()) {
            assertThat(entry()).isEmpty();
            assertThat(admin(server, "/health/ready").body()).contains("\"cluster_known\":false");
            assertThat(metrics.scrape()).contains("chameleon_server_wrong_cluster{server=\"flash-1\"} 1.0");

            name(CLUSTER);
            await().untilAsserted(() -> assertThat(entry()).contains(CLUSTER));
            assertThat(metrics.scrape()).contains("chameleon_server_wrong_cluster{server=\"flash-1\"} 0.0");
        } finally {
            name(CLUSTER);
        }
    }

    @Test
    void listsDeletesAndWrites_ofAnotherClusterOrOfNone_areRefused() {
        try (FlashProcess server = start()) {
            Bytes bytes = Bytes.of(Bytes.id(1), 10);
            put(server, bytes).join();
            FlashClient client = new FlashClient(network);
            Endpoint nobodys = only(server).endpoint().in("");
            Endpoint others = only(server).endpoint().in(OTHER);

            assertThat(failure(client.list(nobodys, 0, null, 10, SOON))).isEqualTo(ErrorCode.WRONG_CLUSTER);
            assertThat(failure(client.delete(nobodys, List.of(bytes.id().writeId()), SOON)))
                    .isEqualTo(ErrorCode.WRONG_CLUSTER);
            assertThat(failure(client.drain(nobodys, true, SOON))).isEqualTo(ErrorCode.WRONG_CLUSTER);
            assertThat(failure(client.list(others, 0, null, 10, SOON))).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(failure(client.delete(others, List.of(bytes.id().writeId()), SOON)))
                    .isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(client.wear(nobodys, SOON).join().erases()).isNotNegative();
            assertThat(get(server, bytes)).isEqualTo(bytes.content());
        }
    }

    private static ErrorCode failure(CompletableFuture<?> call) {
        return call.handle((answer, failure) -> failure instanceof CompletionException wrapped
                                && wrapped.getCause() instanceof ChameleonError error
                        ? error.code()
                        : failure instanceof ChameleonError plain ? plain.code() : ErrorCode.INTERNAL)
                .join();
    }

    private static void name(String cluster) throws Exception {
        byte[] bytes = cluster.getBytes(StandardCharsets.US_ASCII);
        String unused = curator.create().orSetData().creatingParentsIfNeeded().forPath(ServerInfo.CLUSTER_PATH, bytes);
    }

    @Test
    void adminPage_showsWearAndRequests() throws Exception {
        try (FlashProcess server = start()) {
            put(server, Bytes.of(Bytes.id(1), 50_000)).join();
            JsonNode wear = JsonMapper.builder()
                    .build()
                    .readTree(admin(server, "/admin/wear").body());
            assertThat(wear.get("server").asText()).isEqualTo("flash-1");
            assertThat(wear.get("hostPageWrites").asLong()).isEqualTo(13);
            assertThat(wear.get("fragments").asInt()).isEqualTo(1);
            assertThat(wear.at("/smart/host_write_commands").asLong()).isEqualTo(13);
            assertThat(wear.at("/smart/data_units_written").asLong()).isEqualTo(1);
            assertThat(wear.at("/smart/available_spare").asInt()).isEqualTo(100);
            assertThat(wear.at("/smart/read_only").asBoolean(true)).isFalse();
            assertThat(wear.at("/smart/erase_histogram/0/blocks").asInt()).isPositive();
            assertThat(admin(server, "/metrics").body())
                    .contains("chameleon_flash_media_errors_total{server=\"flash-1\"} 0.0")
                    .contains("chameleon_flash_available_spare_ratio{server=\"flash-1\"} 1.0")
                    .contains("chameleon_flash_host_page_writes_total{server=\"flash-1\"} 13")
                    .contains("chameleon_flash_erases_total{")
                    .contains("chameleon_flash_nand_page_writes_total{")
                    .contains("chameleon_flash_write_amplification{server=\"flash-1\"} 1.0")
                    .contains("chameleon_flash_utilisation_ratio{")
                    .contains("chameleon_flash_victim_utilisation_ratio{")
                    .contains("chameleon_flash_endurance_used_ratio{")
                    .contains("chameleon_flash_bad_blocks{")
                    .contains("chameleon_flash_live_pages{server=\"flash-1\"} 13")
                    .contains("chameleon_flash_write_latency_p99_seconds{")
                    .contains("chameleon_flash_fragments{server=\"flash-1\"} 1.0")
                    .contains(
                            "chameleon_server_requests_total{outcome=\"ok\",server=\"flash-1\",type=\"put_fragment\"} 1.0")
                    .contains("chameleon_server_request_seconds_count{")
                    .contains("chameleon_server_bytes_total{direction=\"in\",server=\"flash-1\"} 50000.0");
        }
    }

    @Test
    void server_thatCannotStart_leavesNothingOpen() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            ServerConfig config = ServerConfig.local(ID, Medium.IMAGE, directory.resolve("flash.img"), 16 << 20)
                    .withPort(taken.getLocalPort());
            assertThatThrownBy(() -> new FlashProcess(
                            config,
                            TransportConfig.defaults(),
                            curator,
                            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)))
                    .isInstanceOf(Exception.class);
        }
        assertThat(entry()).isEmpty();
        start().close(); // the image is free, or this would fail
    }
}
