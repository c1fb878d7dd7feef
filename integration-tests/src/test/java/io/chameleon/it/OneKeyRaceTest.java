package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.testing.Seed;
import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two writers, two readers and a balancer on one object, over real sockets, PostgreSQL and images. */
@Order(1) // takes the longest
class OneKeyRaceTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final String BUCKET = "race";
    private static final String KEY = "the-key";
    private static final int SERVERS = 8;
    private static final int OPERATIONS = 2_500;
    private static final int REMAPS = 20;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private final History history = new History(1);
    private final AtomicInteger operations = new AtomicInteger();
    private final AtomicInteger remaps = new AtomicInteger();
    private final AtomicLong values = new AtomicLong();

    @Test
    void racingWritersReadersAndBalancer_leaveALinearizableHistory() throws Exception {
        BalancerConfig config = BalancerConfig.defaults()
                .with()
                .epochLength(Duration.ofDays(1))
                .reapInterval(Duration.ofMillis(50))
                .reapDelay(Duration.ofMillis(20))
                .build();
        try (DevCluster cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                        .servers(SERVERS)
                        .serverBytes(64 << 20)
                        .balancer(config)
                        .build());
                NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // Else readers that find nothing might use up the operations before the first write is done.
            try (ChameleonClient client = cluster.clientBuilder()
                    .timeouts(new Timeouts(TIMEOUT, TIMEOUT))
                    .build()) {
                write(client);
            }
            List<Future<?>> actors = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                actors.add(threads.submit(() -> writeUntilDone(cluster)));
                actors.add(threads.submit(() -> readUntilDone(cluster)));
            }
            actors.add(threads.submit(() -> remapUntilDone(cluster, network, new Random(SEED.value()))));
            for (Future<?> actor : actors) {
                actor.get();
            }
            assertThat(history.of(0).stream().filter(Operation::isAcknowledged).count())
                    .as("operations that ended well")
                    .isGreaterThan(OPERATIONS / 2);
            assertThat(remaps.get()).as("remaps applied in between").isGreaterThanOrEqualTo(REMAPS);
            assertThat(history.violations()).isEmpty();
        }
    }

    /** The race is over once it was a real one: enough operations, and enough remaps that won against a writer. */
    private boolean isOver() {
        int count = operations.get();
        return count >= OPERATIONS && remaps.get() >= REMAPS || count >= 10 * OPERATIONS;
    }

    private void writeUntilDone(DevCluster cluster) {
        try (ChameleonClient client = cluster.clientBuilder().build()) {
            while (!isOver()) {
                write(client);
            }
        }
    }

    private void write(ChameleonClient client) {
        operations.incrementAndGet();
        long value = values.incrementAndGet();
        long start = System.nanoTime();
        try {
            client.put(BUCKET, KEY, bytes(value));
            history.add(0, Operation.put(value, Outcome.DONE, start, System.nanoTime()));
        } catch (ChameleonException e) {
            history.add(0, Operation.put(value, Outcome.UNKNOWN, start, start));
        }
    }

    private void readUntilDone(DevCluster cluster) {
        try (ChameleonClient client = cluster.clientBuilder().build()) {
            while (!isOver()) {
                operations.incrementAndGet();
                long start = System.nanoTime();
                try {
                    long value = value(client.get(BUCKET, KEY));
                    history.add(0, Operation.read(value, start, System.nanoTime()));
                } catch (ChameleonException e) {
                    assertThat(e.getMessage()).isNotEmpty();
                }
            }
        }
    }

    /** Sends the object to random servers under random policies, as fast as its versions allow. */
    private Void remapUntilDone(DevCluster cluster, NettyRpcClient network, Random random) throws Exception {
        MetadataClient metadata = new MetadataClient(network, List.of(cluster.metadataEndpoint()));
        RemoteRemapTable table = new RemoteRemapTable(network, List.of(cluster.metadataEndpoint()), TIMEOUT);
        long fence = table.balancerEpoch().fence();
        ObjectId id = new ObjectId(BUCKET, KEY);
        long epoch = table.advanceEpoch(fence).epoch() - 1;
        while (!isOver()) {
            // Nothing between the lookup and the remap but their own round trips: the writers are fast too.
            ObjectMapping row = metadata.lookup(id, TIMEOUT).get().mapping();
            if (row != null
                    && table.remap(fence, List.of(remap(row, epoch, random))).contains(Remap.Outcome.APPLIED)) {
                remaps.incrementAndGet();
                epoch = table.advanceEpoch(fence).epoch() - 1;
            }
        }
        return null;
    }

    private static Remap remap(ObjectMapping row, long epoch, Random random) {
        List<RedundancyEvent> possible = Arrays.stream(RedundancyEvent.values())
                .filter(event -> event.needsDestination() && row.state().allows(event))
                .toList();
        RedundancyEvent event = possible.get(random.nextInt(possible.size()));
        RedundancyScheme scheme = row.state().next(event).nextPolicy() == RedundancyPolicy.REP
                ? RedundancyScheme.REP_3
                : RedundancyScheme.EC_4_2;
        List<ServerId> servers = new ArrayList<>(IntStream.range(0, SERVERS)
                .mapToObj(i -> new ServerId("flash-" + i))
                .toList());
        Collections.shuffle(servers, random);
        Placement destination = new Placement(scheme, servers.subList(0, scheme.width()));
        return new Remap(Objects.requireNonNull(row).id(), row.version(), event, destination, epoch, "race");
    }

    private static byte[] bytes(long value) {
        byte[] bytes = new byte[9_000];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.remaining() >= Long.BYTES) {
            buffer.putLong(value);
        }
        return bytes;
    }

    /** All longs must agree: a mixture of two writes is worse than a stale one. */
    private static long value(byte[] bytes) {
        long value = ByteBuffer.wrap(bytes).getLong();
        assertThat(bytes).isEqualTo(bytes(value));
        return value;
    }
}
