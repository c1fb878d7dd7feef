package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConcurrencyTest {
    private static final int THREADS = 16;
    private static final int OPERATIONS = 60;
    private static final int KEYS = 4;
    private static final List<RedundancyEvent> REMAPS = List.of(
            RedundancyEvent.UPGRADE,
            RedundancyEvent.DOWNGRADE,
            RedundancyEvent.SWAP,
            RedundancyEvent.COOLED,
            RedundancyEvent.HEATED,
            RedundancyEvent.CANCEL);

    /** Only coding and the caller's own continuations need the executor. */
    @Test
    @Timeout(300)
    void callsThatWait_areAnsweredThoughTheExecutorIsBusy() {
        byte[] bytes = RoundTripTest.bytes(900);
        try (FakeCluster cluster = new FakeCluster(6);
                ChameleonClient writer = cluster.builder().build();
                ChameleonClient client =
                        cluster.builder().executor(neverBegun -> {}).build()) {
            writer.put(BUCKET, "key", bytes);

            assertThat(client.get(BUCKET, "key")).isEqualTo(bytes);
            assertThat(client.head(BUCKET, "key").size()).isEqualTo(900);
            assertThat(client.delete(BUCKET, "key")).isTrue();
        }
    }

    /**
     * Sixteen threads on four keys, a reaper that never waits and a balancer that keeps changing its mind: each read is
     * some complete value that was written.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @Timeout(300)
    void everyRead_isSomeCompleteValue(long seed) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        ScheduledExecutorService reaper = Executors.newSingleThreadScheduledExecutor();
        try (FakeCluster cluster = new FakeCluster(8);
                ChameleonClient one = cluster.builder().segmentBytes(1_000).build();
                ChameleonClient two = cluster.builder()
                        .segmentBytes(700)
                        .readMode(ReadMode.CACHED)
                        .build()) {
            List<Callable<Void>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = new SplittableRandom(seed * THREADS + i);
                ChameleonClient client = i % 2 == 0 ? one : two;
                workers.add(() -> work(client, random, seed));
            }
            SplittableRandom moods = new SplittableRandom(seed);
            Future<?> background = reaper.scheduleWithFixedDelay(
                    () -> {
                        balance(cluster, moods);
                        cluster.reap();
                    },
                    0,
                    1,
                    TimeUnit.MILLISECONDS);
            for (Future<Void> worker : threads.invokeAll(workers)) {
                worker.get();
            }
            reaper.shutdown();
            assertThat(reaper.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
            assertThat(background.isCancelled()).as("the balancer did not fail").isTrue();
            await().untilAsserted(() -> {
                cluster.reap();
                int live = one.listAll(BUCKET, "")
                        .mapToInt(object -> object.live().servers().stream()
                                .mapToInt((ServerId id) -> cluster.server(id).count(object.writeId()))
                                .sum())
                        .sum();
                assertThat(cluster.fragments())
                        .as("seed %d: no fragment is left behind", seed)
                        .isEqualTo(live);
            });
        } finally {
            threads.shutdownNow();
            reaper.shutdownNow();
        }
    }

    private static Void work(ChameleonClient client, SplittableRandom random, long seed) {
        for (int i = 0; i < OPERATIONS; i++) {
            String key = "key" + random.nextInt(KEYS);
            int chance = random.nextInt(100);
            if (chance < 40) {
                RedundancyPolicy policy = random.nextBoolean() ? RedundancyPolicy.REP : RedundancyPolicy.EC;
                PutOptions options = chance < 10 ? PutOptions.DEFAULT.policy(policy) : PutOptions.DEFAULT;
                client.put(BUCKET, key, value(random.nextLong(), 8 + random.nextInt(5_000)), options);
            } else if (chance < 43) {
                client.delete(BUCKET, key);
            } else {
                read(client, key, seed);
            }
        }
        return null;
    }

    private static void read(ChameleonClient client, String key, long seed) {
        try {
            byte[] bytes = client.get(BUCKET, key);
            assertThat(bytes)
                    .as("seed %d", seed)
                    .isEqualTo(value(ByteBuffer.wrap(bytes).getLong(), bytes.length));
        } catch (ObjectNotFoundException deleted) {
            // This may happen.
        }
    }

    /** A value that shows in every byte, and in its length, which write it belongs to. */
    private static byte[] value(long id, int size) {
        byte[] bytes = new byte[size];
        new Random(id ^ size).nextBytes(bytes);
        ByteBuffer.wrap(bytes).putLong(id);
        return bytes;
    }

    /** One change of an object's intent, whichever its state allows. */
    private static void balance(FakeCluster cluster, SplittableRandom random) {
        ObjectId id = new ObjectId(BUCKET, "key" + random.nextInt(KEYS));
        ObjectMapping row = cluster.table().lookup(id).mapping();
        if (row == null) {
            return;
        }
        List<RedundancyEvent> possible =
                REMAPS.stream().filter(event -> row.state().allows(event)).toList();
        RedundancyEvent event = possible.get(random.nextInt(possible.size()));
        Placement destination = null;
        if (event.needsDestination()) {
            RedundancyPolicy policy = row.state().next(event).nextPolicy();
            RedundancyScheme scheme = policy == RedundancyPolicy.REP ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2;
            List<ServerId> servers = new ArrayList<>();
            cluster.servers().forEach(server -> servers.add(server.info().id()));
            Collections.shuffle(servers, new Random(random.nextLong()));
            destination = new Placement(scheme, servers.subList(0, scheme.width()));
        }
        Remap remap = new Remap(id, row.version(), event, destination, cluster.nextEpoch(), "mood");
        cluster.table().remap(cluster.fence(), List.of(remap));
    }
}
