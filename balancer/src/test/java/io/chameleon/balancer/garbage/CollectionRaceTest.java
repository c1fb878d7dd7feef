package io.chameleon.balancer.garbage;

import static io.chameleon.balancer.TestCluster.GRACE;
import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.balancer.copy.Migrator;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.policy.BulkMigration;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients write, commit late, give up and delete, between and in the middle of reaping, reconciliation and migration.
 * Whatever the schedule, no live fragment is ever missing (invariants 1 and 2 of docs/architecture.md), and in the end
 * nothing else is left.
 */
class CollectionRaceTest {
    private static final int SERVERS = 10;
    private static final int STEPS = 250;
    private static final List<String> KEYS = List.of("a", "b", "c", "d");

    static LongStream seeds() {
        return LongStream.range(0, 25);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void liveFragments_areNeverDeleted_andOthersAlwaysAre(long seed) {
        try (TestCluster cluster = new TestCluster(SERVERS, seed)) {
            Schedule schedule = new Schedule(cluster, seed);
            for (int step = 0; step < STEPS; step++) {
                String done = schedule.step();
                schedule.assertNothingIsLost("seed %d, step %d: %s".formatted(seed, step, done));
            }
            schedule.settle();
            schedule.assertNothingIsLost("seed %d, in the end".formatted(seed));
            schedule.assertNothingElseIsLeft("seed %d".formatted(seed));
        }
    }

    private record InFlight(ObjectId id, WriteId writeId, Placement to, byte[] content) {}

    private static final class Schedule {
        private final TestCluster cluster;
        private final Random random;
        private final long fence;
        private final Reaper reaper;
        private final Reconciler reconciler;
        private final Migrator migrator;
        private final Map<ObjectId, byte[]> committed = new HashMap<>();
        private final List<InFlight> inFlight = new ArrayList<>();

        Schedule(TestCluster cluster, long seed) {
            this.cluster = cluster;
            this.random = new Random(seed);
            this.fence = cluster.table.claim("only").fence();
            Lock relocation = new ReentrantLock();
            Duration skew = Duration.ofMinutes(random.nextInt(-30, 600));
            this.reaper = new Reaper(
                    cluster.table,
                    cluster.flash(),
                    Duration.ofSeconds(5),
                    Duration.ofHours(1),
                    cluster.clock,
                    TestCluster.MOST_PER_PAGE);
            this.reconciler = new Reconciler(
                    cluster.table,
                    cluster.flash(),
                    InstantSource.offset(cluster.clock, skew),
                    GRACE,
                    relocation,
                    Brake.STANDARD,
                    TestCluster.MOST_PER_PAGE);
            this.migrator = new Migrator(
                    cluster.table, cluster.flash(), new StripeCodec(), cluster.writeIds(), relocation, 0.05);
            for (FakeFlashServer server : cluster.servers()) {
                for (MessageType type : List.of(
                        MessageType.PUT_FRAGMENT,
                        MessageType.GET_FRAGMENT,
                        MessageType.DELETE_FRAGMENTS,
                        MessageType.LIST_FRAGMENTS)) {
                    server.before(type, request -> interlude());
                }
            }
        }

        String step() {
            return switch (random.nextInt(8)) {
                case 0 -> "reap " + reaper.reap(Duration.ofMillis(random.nextInt(10_000)));
                case 1 -> "reconcile " + reconciler.reconcile(fence);
                case 2, 3 -> "migrate " + migrator.migrate(fence, migratable(), 1);
                default -> client();
            };
        }

        /** On the network's thread, while the main thread waits for the answer. */
        private void interlude() {
            if (random.nextInt(4) == 0) {
                String unused = client();
            }
        }

        private String client() {
            ObjectId id = object(KEYS.get(random.nextInt(KEYS.size())));
            return switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> send(id);
                case 4, 5, 6 -> commit();
                case 7, 8, 9 -> remap(id);
                case 10 -> delete(id);
                default -> advance();
            };
        }

        private String send(ObjectId id) {
            ObjectMapping row = cluster.table.lookup(id).mapping();
            Placement to = row == null || random.nextInt(4) == 0
                    ? placement(random.nextBoolean() ? RedundancyPolicy.REP : RedundancyPolicy.EC)
                    : random.nextBoolean() ? row.live() : row.destination();
            byte[] content = bytes(random.nextInt(2_200), random.nextLong());
            inFlight.add(new InFlight(id, cluster.send(to, content), to, content));
            return "send " + id;
        }

        private String commit() {
            if (inFlight.isEmpty()) {
                return "nothing";
            }
            InFlight write = inFlight.remove(random.nextInt(inFlight.size()));
            if (random.nextInt(6) == 0) {
                return "give up " + write.writeId;
            }
            CommitResult result = cluster.commit(write.id, write.writeId, write.to, write.content, List.of());
            if (result.status() == CommitResult.Status.COMMITTED) {
                committed.put(write.id, write.content);
            }
            return "commit " + write.writeId + " of " + write.id + ": " + result.status();
        }

        private String remap(ObjectId id) {
            ObjectMapping row = cluster.table.lookup(id).mapping();
            if (row == null) {
                return "nothing";
            }
            List<RedundancyEvent> possible = List.of(
                            RedundancyEvent.SWAP,
                            RedundancyEvent.UPGRADE,
                            RedundancyEvent.DOWNGRADE,
                            RedundancyEvent.RETARGET,
                            RedundancyEvent.CANCEL,
                            RedundancyEvent.COOLED,
                            RedundancyEvent.HEATED)
                    .stream()
                    .filter(row.state()::allows)
                    .toList();
            RedundancyEvent event = possible.get(random.nextInt(possible.size()));
            @Nullable
            Placement to = event.needsDestination()
                    ? destination(row, row.state().next(event).nextPolicy())
                    : null;
            cluster.table.remap(fence, List.of(new Remap(id, row.version(), event, to, 1, "schedule")));
            return event + " of " + id;
        }

        /** Mostly one server changes, as in a swap; then fragments keep their names. */
        private Placement destination(ObjectMapping row, RedundancyPolicy policy) {
            if (policy != row.live().policy() || random.nextInt(3) == 0) {
                return placement(policy);
            }
            List<ServerId> servers = new ArrayList<>(row.live().servers());
            List<ServerId> others = new ArrayList<>(placement(policy).servers());
            others.removeAll(servers);
            if (!others.isEmpty()) {
                servers.set(random.nextInt(servers.size()), others.getFirst());
            }
            return new Placement(row.live().scheme(), servers);
        }

        private Placement placement(RedundancyPolicy policy) {
            List<Integer> numbers =
                    new ArrayList<>(IntStream.range(0, SERVERS).boxed().toList());
            Collections.shuffle(numbers, random);
            RedundancyScheme scheme = policy == RedundancyPolicy.REP ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2;
            return new Placement(
                    scheme,
                    numbers.subList(0, scheme.width()).stream()
                            .map(TestCluster::server)
                            .toList());
        }

        private String delete(ObjectId id) {
            cluster.table.delete(id, Condition.NONE);
            committed.remove(id);
            return "delete " + id;
        }

        private String advance() {
            Duration by = random.nextInt(5) == 0 ? GRACE : Duration.ofSeconds(random.nextInt(1_200));
            cluster.clock.advance(by);
            return "advance " + by;
        }

        private List<BulkMigration> migratable() {
            return cluster.table.coldest(100).stream()
                    .filter(row -> row.state().allows(RedundancyEvent.MIGRATED))
                    .map(row -> new BulkMigration(row.id(), row.version(), row.destination()))
                    .toList();
        }

        void assertNothingIsLost(String when) {
            committed.forEach((id, content) -> {
                assertThat(cluster.row(id).content().size()).as(when).isEqualTo(content.length);
                try {
                    cluster.assertComplete(id, content);
                } catch (AssertionError | NullPointerException e) {
                    throw new AssertionError(when, e);
                }
            });
        }

        /** Time passes, and no client disturbs the collectors any more. */
        void settle() {
            for (FakeFlashServer server : cluster.servers()) {
                server.quiet();
            }
            cluster.clock.advance(GRACE.multipliedBy(3));
            reconciler.reconcile(fence);
            reaper.reap(Duration.ZERO);
        }

        void assertNothingElseIsLeft(String when) {
            assertThat(cluster.table.garbage(0, 100)).as(when).isEmpty();
            Map<WriteId, ObjectMapping> live = new HashMap<>();
            cluster.table.coldest(100).forEach(row -> live.put(row.writeId(), row));
            for (FakeFlashServer server : cluster.servers()) {
                assertThat(server.fragments().keySet())
                        .as("%s, on %s", when, server.id())
                        .allMatch(id -> {
                            ObjectMapping row = live.get(id.writeId());
                            return row != null
                                    && (row.live().servers().contains(server.id())
                                            || row.destination().servers().contains(server.id()));
                        });
            }
        }
    }
}
