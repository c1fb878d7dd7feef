package io.chameleon.client.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ClientBuilder;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.Slices;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.testkit.fake.FakeMetadata;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Servers {@code s0} … {@code sN-1} and a metadata service. Closing it asserts that every buffer was released. */
public final class FakeCluster implements AutoCloseable {
    /** For a client whose requests and operations do not end by the clock, however long a test waits. */
    public static final Timeouts UNHURRIED = new Timeouts(Duration.ofMinutes(10), Duration.ofMinutes(10));

    public static final String BUCKET = "photos";

    private static final Endpoint METADATA = new Endpoint("metadata", 1);
    private static final Duration GRACE = Duration.ofHours(1);

    private final LoopbackNetwork network = new LoopbackNetwork();
    /** Counts buffers that are not released, whoever holds them. */
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);

    private final AtomicLong epoch = new AtomicLong();
    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), GRACE);
    private final Map<ServerId, FakeFlashServer> servers = new LinkedHashMap<>();
    private final FakeMetadata metadata = new FakeMetadata(table, () -> List.copyOf(infos()));
    private final long fence = table.claim("test").fence();

    public FakeCluster(int count) {
        this(count, number -> "");
    }

    /** @param nodes of the servers, by their numbers */
    public FakeCluster(int count, IntFunction<String> nodes) {
        IntStream.range(0, count).forEach(i -> {
            ServerId id = new ServerId("s" + i);
            FakeFlashServer server = new FakeFlashServer(
                    new ServerInfo(id, "s" + i, 1 + i, "", 1L << 40, ServerInfo.Status.UP).on(nodes.apply(i)),
                    allocator);
            servers.put(id, server);
            network.bind(Endpoint.of(server.info()), server);
        });
        network.bind(METADATA, metadata);
    }

    private List<ServerInfo> infos() {
        return servers.values().stream().map(FakeFlashServer::info).toList();
    }

    /** A builder for this cluster, with short time limits. */
    public ClientBuilder builder() {
        return ChameleonClient.builder()
                .metadata(METADATA.toString())
                .network(network)
                .timeouts(new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(30)));
    }

    public ChameleonClient client() {
        return builder().build();
    }

    /** The way to it; closed with it. */
    public RpcClient network() {
        return network;
    }

    /** The way to it, through an uplink that the caller closes. */
    public SlowLink slowLink() {
        return new SlowLink(network);
    }

    public InMemoryMappingTable table() {
        return table;
    }

    public FakeMetadata metadata() {
        return metadata;
    }

    public FakeFlashServer server(ServerId id) {
        return Objects.requireNonNull(servers.get(id));
    }

    public FakeFlashServer server(int number) {
        return server(new ServerId("s" + number));
    }

    public List<FakeFlashServer> servers() {
        return List.copyOf(servers.values());
    }

    /** Bytes of the network's buffers that are not released. */
    public long held() {
        return allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
    }

    /** Nothing listens there any more; the cluster view does not know it yet. */
    public void stop(ServerId id) {
        network.unbind(Endpoint.of(server(id).info()));
    }

    public void start(ServerId id) {
        network.bind(Endpoint.of(server(id).info()), server(id));
    }

    public ObjectMapping row(String key) {
        return Objects.requireNonNull(table.lookup(new ObjectId(BUCKET, key)).mapping());
    }

    /** A key of a slice: {@code like}, with a number. */
    public static String keyOfSlice(int slice, String like) {
        return IntStream.iterate(0, number -> number + 1)
                .mapToObj(number -> like + "-" + number)
                .filter(key -> Slices.of(new ObjectId(BUCKET, key)) == slice)
                .findFirst()
                .orElseThrow();
    }

    /** The balancer changes an object's intent. */
    public ObjectMapping remap(String key, RedundancyEvent event, @Nullable Placement destination) {
        ObjectMapping row = row(key);
        List<Remap.Outcome> outcome = table.remap(
                fence, List.of(new Remap(row.id(), row.version(), event, destination, nextEpoch(), "test")));
        assertThat(outcome).containsExactly(Remap.Outcome.APPLIED);
        return row(key);
    }

    public long nextEpoch() {
        return epoch.incrementAndGet();
    }

    public long fence() {
        return fence;
    }

    /** Deletes all superseded fragments, at once. */
    public void reap() {
        List<Garbage> garbage = table.garbage(0, Integer.MAX_VALUE);
        garbage.forEach(row -> server(row.server()).lose(row.writeId()));
        table.collected(garbage.stream().map(Garbage::id).toList());
    }

    /** Nothing listens where the metadata service was. */
    public void stopMetadata() {
        network.unbind(METADATA);
    }

    public void startMetadata() {
        network.bind(METADATA, metadata);
    }

    /** Fragments on all servers. */
    public int fragments() {
        return servers.values().stream()
                .mapToInt(server -> server.fragments().size())
                .sum();
    }

    @Override
    public void close() {
        servers.values().forEach(FakeFlashServer::heal);
        await("buffers released").untilAsserted(() -> assertThat(held()).isZero());
        network.close();
    }
}
