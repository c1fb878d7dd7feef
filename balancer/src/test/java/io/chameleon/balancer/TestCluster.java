package io.chameleon.balancer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.balancer.repair.Throttle;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.testkit.fake.FakeMetadata;
import io.chameleon.testkit.fake.StoredFragment;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.chameleon.transport.security.Permissions;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * Servers {@code s0}, {@code s1}, ..., a mapping table in memory, and clients that write to both, under a clock of the
 * test's.
 */
public final class TestCluster implements AutoCloseable {
    public static final Duration GRACE = Duration.ofHours(1);
    public static final int SEGMENT = 16_384;
    public static final int MOST_PER_PAGE = BalancerConfig.defaults().mostPerPage();
    private static final Principal BALANCER = new Principal("balancer", Role.BALANCER);
    private static final Endpoint METADATA = new Endpoint("metadata", 1);
    /** Long enough for any machine; what is to fail fails by itself. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    public final ManualClock clock = new ManualClock();
    public final InMemoryMappingTable table = new InMemoryMappingTable(clock, GRACE);
    public final FakeMetadata metadata = new FakeMetadata(table, this::registered);
    public final LoopbackNetwork network = new LoopbackNetwork();
    /** Refuses what a cluster with authentication refuses its balancer. */
    private final RpcClient asBalancer = new RpcClient() {
        @Override
        public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
            Permissions.require(request.type(), BALANCER);
            return network.call(endpoint, request, timeout);
        }

        @Override
        public void close() {
            network.close();
        }
    };

    private final Map<ServerId, FakeFlashServer> servers = new LinkedHashMap<>();
    private final WriteIds writeIds;
    private int devices = 1_000;

    public TestCluster(int count) {
        this(count, 1);
    }

    public TestCluster(int count, long seed) {
        this(count, seed, number -> "");
    }

    /** @param zones of the servers, by their numbers */
    public TestCluster(int count, long seed, IntFunction<String> zones) {
        this(count, seed, zones, number -> "");
    }

    /** @param nodes of the servers, by their numbers */
    public TestCluster(int count, long seed, IntFunction<String> zones, IntFunction<String> nodes) {
        writeIds = new WriteIds(clock, new SplittableRandom(seed));
        IntStream.range(0, count).forEach(i -> {
            FakeFlashServer server = new FakeFlashServer(
                    new ServerInfo(server(i), "s" + i, 1 + i, zones.apply(i), 1L << 30, ServerInfo.Status.UP)
                            .on(nodes.apply(i))
                            .with(device(i)));
            servers.put(server.id(), server);
            network.bind(Endpoint.of(server.info()), server);
        });
        startMetadata();
    }

    private static ServerIdentity device(int number) {
        return new ServerIdentity("", String.format(Locale.ROOT, "00000000-0000-4000-8000-%012d", number));
    }

    /** As the metadata service sees them, which notes their devices. */
    private List<ServerInfo> registered() {
        List<ServerInfo> infos = infos();
        table.registered(infos.stream().filter(ServerInfo::isReadable).toList());
        return infos;
    }

    /** Empties the server and gives it a new device. */
    public void replaceDevice(int number) {
        at(number).loseAll();
        at(number).device(device(++devices));
    }

    /** Two servers hold each other's devices. */
    public void swapDevices(int one, int other) {
        at(one).swapDeviceWith(at(other));
    }

    public static ServerId server(int number) {
        return new ServerId("s" + number);
    }

    public static ObjectId object(String key) {
        return new ObjectId("photos", key);
    }

    public static Placement rep(int... numbers) {
        return new Placement(RedundancyScheme.REP_3, ids(numbers));
    }

    public static Placement ec(int... numbers) {
        return new Placement(RedundancyScheme.EC_4_2, ids(numbers));
    }

    private static List<ServerId> ids(int... numbers) {
        return Arrays.stream(numbers).mapToObj(TestCluster::server).toList();
    }

    public static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    public static BalancerConfig config() {
        return BalancerConfig.defaults()
                .with()
                .candidates(1_000)
                .remapBatch(3)
                .grace(GRACE)
                .requestTimeout(TIMEOUT)
                .repair(new RepairConfig(8L << 20, Duration.ofMinutes(10), 0.05, 1))
                .build();
    }

    public FlashServers flash() {
        return new FlashServers(metadataClient(), new FlashClient(asBalancer), TIMEOUT);
    }

    public MetadataClient metadataClient() {
        return new MetadataClient(asBalancer, List.of(METADATA));
    }

    public WriteIds writeIds() {
        return writeIds;
    }

    public Balancer balancer(BalancerConfig config) {
        return balancer(config, table, clock);
    }

    public Balancer balancer(BalancerConfig config, RepairTable repairs) {
        return balancer(config, table, repairs, clock, Runnable::run);
    }

    public Balancer balancer(BalancerConfig config, RepairTable repairs, Executor executor) {
        return balancer(config, table, repairs, clock, executor);
    }

    public Balancer balancer(BalancerConfig config, RemapTable remaps, InstantSource balancerClock) {
        return balancer(config, remaps, table, balancerClock, Runnable::run);
    }

    private Balancer balancer(
            BalancerConfig config,
            RemapTable remaps,
            RepairTable repairs,
            InstantSource balancerClock,
            Executor executor) {
        return new Balancer(
                remaps,
                table,
                repairs,
                metadataClient(),
                new FlashClient(asBalancer),
                new StripeCodec(),
                Throttle.NONE,
                new WriteIds(balancerClock, new SplittableRandom(99)),
                balancerClock,
                config,
                executor);
    }

    public FakeFlashServer at(int number) {
        return at(server(number));
    }

    public FakeFlashServer at(ServerId id) {
        return requireNonNull(servers.get(id));
    }

    public List<FakeFlashServer> servers() {
        return List.copyOf(servers.values());
    }

    private List<ServerInfo> infos() {
        Set<ServerId> draining = table.repairStatus().evacuations().stream()
                .filter(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN)
                .map(Evacuation::server)
                .collect(Collectors.toSet());
        return servers.values().stream()
                .map(FakeFlashServer::info)
                .map(info -> draining.contains(info.id()) && info.isWritable()
                        ? info.with(ServerInfo.Status.DRAINING)
                        : info)
                .toList();
    }

    /** The server is unreachable, and the cluster view says so. */
    public void lose(int number) {
        stop(number);
        at(number).status(ServerInfo.Status.DOWN);
    }

    public void bringBack(int number) {
        start(number);
        at(number).status(ServerInfo.Status.UP);
    }

    /** Nothing listens there any more; the cluster view does not know it yet. */
    public void stop(int number) {
        network.unbind(Endpoint.of(at(number).info()));
    }

    public void start(int number) {
        network.bind(Endpoint.of(at(number).info()), at(number));
    }

    /** Nothing listens where the metadata service was. */
    public void stopMetadata() {
        network.unbind(METADATA);
    }

    public void startMetadata() {
        network.bind(METADATA, metadata);
    }

    /** The first half of a client's write: fragments without a commit. */
    public WriteId send(Placement to, byte[] content) {
        WriteId writeId = writeIds.next();
        for (int segment = 0; segment * SEGMENT < content.length; segment++) {
            byte[] part =
                    Arrays.copyOfRange(content, segment * SEGMENT, Math.min(content.length, (segment + 1) * SEGMENT));
            byte[][] fragments = encode(to.scheme(), part);
            for (int index : stored(to.scheme(), part.length)) {
                at(to.servers().get(index))
                        .put(new FragmentId(writeId, segment, index), to.scheme(), part.length, fragments[index]);
            }
        }
        return writeId;
    }

    private static byte[][] encode(RedundancyScheme scheme, byte[] segment) {
        return new StripeCodec()
                .encode(
                        new ErasureCode(scheme.dataFragments(), scheme.parityFragments(), scheme.localGroups()),
                        segment);
    }

    /** The fragments of a segment that are on servers. */
    public static int[] stored(RedundancyScheme scheme, int segmentLength) {
        return IntStream.range(0, scheme.width())
                .filter(index -> !scheme.isPadding(index, segmentLength))
                .toArray();
    }

    /** The second half. */
    public CommitResult commit(ObjectId id, WriteId writeId, Placement used, byte[] content, List<Integer> missing) {
        ObjectContent described = new ObjectContent(
                writeId, content.length, SEGMENT, StoredFragment.crc32c(content), "image/png", Map.of());
        name(id, described, used, missing);
        return table.commit(List.of(new Commit(id, described, used, missing, Condition.NONE)))
                .getFirst();
    }

    private void name(ObjectId id, ObjectContent content, Placement used, List<Integer> missing) {
        for (int index = 0; content.size() > 0 && index < used.servers().size(); index++) {
            FakeFlashServer server = at(used.servers().get(index));
            WriteId writeId = content.contentId();
            if (Manifest.isCarriedBy(used.scheme(), index) && !missing.contains(index) && server.holds(writeId)) {
                server.name(writeId, new Manifest(id, content, used.scheme()));
            }
        }
    }

    public ObjectMapping write(ObjectId id, Placement to, byte[] content) {
        CommitResult result = commit(id, send(to, content), to, content, List.of());
        assertThat(result.status()).isEqualTo(CommitResult.Status.COMMITTED);
        return requireNonNull(result.current());
    }

    public ObjectMapping row(ObjectId id) {
        return requireNonNull(table.lookup(id).mapping(), () -> "no row of " + id);
    }

    public ObjectMapping remap(long fence, ObjectId id, RedundancyEvent event, @Nullable Placement destination) {
        ObjectMapping row = row(id);
        long epoch = table.balancerEpoch().epoch();
        assertThat(table.remap(fence, List.of(new Remap(id, row.version(), event, destination, epoch, "test"))))
                .containsExactly(Remap.Outcome.APPLIED);
        return row(id);
    }

    /**
     * Invariant 1: the live servers hold every fragment of the current version, byte for byte; those that are to keep
     * its manifest do, and no others.
     */
    public void assertComplete(ObjectId id, byte[] content) {
        ObjectMapping row = row(id);
        Placement live = row.live();
        for (int segment = 0; segment < row.content().segments(); segment++) {
            byte[] part = Arrays.copyOfRange(
                    content,
                    segment * SEGMENT,
                    segment * SEGMENT + row.content().segmentLength(segment));
            byte[][] expected = encode(live.scheme(), part);
            for (int index : stored(live.scheme(), part.length)) {
                FragmentId fragment = new FragmentId(row.writeId(), segment, index);
                ServerId server = live.servers().get(index);
                StoredFragment stored = requireNonNull(
                        at(server).fragments().get(fragment),
                        () -> fragment + " of " + id + ", " + row.state() + ", is not on " + server);
                assertThat(stored.bytes()).as("%s of %s", fragment, id).isEqualTo(expected[index]);
                assertThat(stored.scheme()).isEqualTo(live.scheme());
                assertThat(stored.segmentLength()).isEqualTo(part.length);
            }
        }
        for (int index = 0; index < live.servers().size() && row.content().segments() > 0; index++) {
            assertThat(at(live.servers().get(index)).manifests().get(row.writeId()))
                    .as("manifest of %s beside fragment %d", id, index)
                    .isEqualTo(Manifest.isCarriedBy(live.scheme(), index) ? Manifest.of(row) : null);
        }
    }

    public static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    /** Fragments of a write, on all servers. */
    public long fragmentsOf(WriteId writeId) {
        return servers.values().stream()
                .flatMap(server -> server.fragments().keySet().stream())
                .filter(id -> id.writeId().equals(writeId))
                .count();
    }

    @Override
    public void close() {
        network.close();
    }
}
