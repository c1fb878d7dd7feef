package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static io.chameleon.core.mapping.table.TableFixture.rep;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.CommitResult.Status;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Concurrent writers and balancers, and successive balancers. */
public interface RaceContract {
    TableFixture table();

    /** An empty table in memory, which the table under test is compared with. */
    Tables emptyModel(InstantSource clock, Duration grace);

    /** Writes of each racing writer; a table that is fast enough should take thousands. */
    default int writesPerRacingWriter() {
        return 60;
    }

    /** Seed of the randomized tests; a failure prints it, and {@code -Dchameleon.seed=} repeats it. */
    static long seed() {
        return Long.getLong("chameleon.seed", 4711L);
    }

    @Test
    default void writersAndARemapperOnFewKeys_loseNothingAndQueueEachSupersededWriteOnce() throws Exception {
        int writers = 4;
        int writesEach = writesPerRacingWriter();
        TableFixture table = table();
        List<ObjectId> keys = List.of(object("a"), object("b"), object("c"));
        Map<ObjectId, ObjectMapping> first =
                keys.stream().collect(Collectors.toMap(Function.identity(), key -> table.put(key, CommitContract.SIX)));
        Queue<Commit> acknowledged = new ConcurrentLinkedQueue<>();
        AtomicBoolean writing = new AtomicBoolean(true);
        table.fence();

        ExecutorService pool = Executors.newFixedThreadPool(writers + 1);
        try {
            List<Future<?>> writes = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                Random random = new Random(seed() + writer);
                writes.add(pool.submit((Callable<?>) () -> writeAll(table, keys, writesEach, random, acknowledged)));
            }
            Future<Map<ObjectId, Integer>> remaps =
                    pool.submit(() -> remapWhile(writing, table, keys, new Random(seed() - 1)));
            for (Future<?> write : writes) {
                write.get();
            }
            writing.set(false);
            Map<ObjectId, Integer> remapped = remaps.get(); // before any row is read: the last remap may be under way
            assertThat(acknowledged).hasSize(writers * writesEach);
            Map<WriteId, List<ServerId>> garbage = table.garbage().stream()
                    .collect(Collectors.groupingBy(
                            Garbage::writeId, Collectors.mapping(Garbage::server, Collectors.toList())));
            for (ObjectId key : keys) {
                Map<WriteId, Placement> written = acknowledged.stream()
                        .filter(commit -> commit.id().equals(key))
                        .collect(Collectors.toMap(Commit::writeId, Commit::used));
                ObjectMapping start = requireNonNull(first.get(key));
                written.put(start.writeId(), start.live());
                check(table.row(key), start, written, requireNonNull(remapped.get(key)), garbage);
            }
            assertThat(table.remaps.countByState())
                    .isEqualTo(keys.stream()
                            .map(table::row)
                            .collect(Collectors.groupingBy(ObjectMapping::state, Collectors.counting())));
        } finally {
            writing.set(false);
            pool.shutdownNow();
        }
    }

    /** Writes where the last answer said, or an earlier one; every third commit is sent twice. */
    private static Void writeAll(
            TableFixture table, List<ObjectId> keys, int writes, Random random, Queue<Commit> acknowledged) {
        Map<ObjectId, ObjectMapping> cached = new HashMap<>();
        for (int i = 0; i < writes; i++) {
            ObjectId key = keys.get(random.nextInt(keys.size()));
            ObjectMapping known = cached.computeIfAbsent(key, table::row);
            Commit commit = table.write(key, random.nextInt(4) == 0 ? known.live() : known.destination());
            CommitResult result = table.commit(commit);
            assertThat(result.status()).isEqualTo(Status.COMMITTED);
            acknowledged.add(commit);
            cached.put(key, requireNonNull(result.current()));
            if (i % 3 == 0) {
                assertThat(table.commit(commit).status()).isIn(Status.COMMITTED, Status.SUPERSEDED);
            }
        }
        return null;
    }

    /** Returns how many remaps were applied to each key. */
    private static Map<ObjectId, Integer> remapWhile(
            AtomicBoolean writing, TableFixture table, List<ObjectId> keys, Random random) {
        Map<ObjectId, Integer> applied = new HashMap<>();
        keys.forEach(key -> applied.put(key, 0));
        for (int i = 0; writing.get() || i < keys.size(); i++) {
            ObjectId key = keys.get(i % keys.size());
            Remap remap = anyRemap(table.row(key), 1, random);
            Remap.Outcome outcome =
                    table.remaps.remap(table.fence(), List.of(remap)).get(0);
            if (outcome == Remap.Outcome.APPLIED) {
                applied.merge(key, 1, Integer::sum);
            } else {
                assertThat(outcome).isIn(Remap.Outcome.STALE, Remap.Outcome.ALREADY_APPLIED);
            }
        }
        return applied;
    }

    private static void check(
            ObjectMapping row,
            ObjectMapping first,
            Map<WriteId, Placement> written,
            int remaps,
            Map<WriteId, List<ServerId>> garbage) {
        assertThat(written)
                .as("seed %d: the row is one of the acknowledged writes", seed())
                .containsKey(row.writeId());
        assertThat(row.live()).isEqualTo(written.get(row.writeId()));
        assertThat(row.version())
                .as("seed %d: each write and each applied remap counted", seed())
                .isEqualTo(first.version() + written.size() - 1 + remaps);
        written.forEach((writeId, used) -> assertThat(garbage.getOrDefault(writeId, List.of()))
                .as("seed %d: outbox rows of %s, current is %s", seed(), writeId, row.writeId())
                .containsExactlyInAnyOrderElementsOf(writeId.equals(row.writeId()) ? List.of() : used.servers()));
    }

    /**
     * A plan half applied by a deposed leader and then completed by the next, compared with one applied at once in
     * another table.
     */
    @Test
    default void planAppliedHalfAndResumedByANewLeader_endsAsIfAppliedAtOnce() throws ExecutionException {
        TableFixture table = table();
        Random random = new Random(seed());
        TableFixture twin = new TableFixture(table.clock, emptyModel(table.clock, TableFixture.GRACE));
        List<ObjectId> keys =
                IntStream.range(0, 40).mapToObj(i -> object("k" + i)).toList();
        commitToBoth(table, twin, keys, random);

        for (int round = 0; round < 12; round++) {
            String where = "seed " + seed() + ", round " + round;
            long epoch = table.epoch();
            List<Remap> remaps = keys.stream()
                    .filter(key -> random.nextInt(3) > 0)
                    .map(table.mapping::lookup)
                    .map(Lookup::mapping)
                    .filter(row -> row != null)
                    .map(row -> anyRemap(requireNonNull(row), epoch, random))
                    .toList();
            StoredPlan plan = new StoredPlan(epoch, remaps, false);
            commitToBoth(table, twin, keys.subList(0, 3), random);
            ObjectId deleted = keys.get(random.nextInt(keys.size()));
            assertThat(table.mapping.delete(deleted, Condition.NONE))
                    .isEqualTo(twin.mapping.delete(deleted, Condition.NONE));

            BalancerEpoch leader = table.remaps.claim("balancer-" + round);
            table.remaps.storePlan(leader.fence(), plan);
            List<Remap> half = remaps.subList(0, random.nextInt(remaps.size() + 1));
            List<Remap.Outcome> begun = table.remaps.remap(leader.fence(), half);
            BalancerEpoch next = table.remaps.claim("balancer-" + round + "-successor");
            assertThatThrownBy(() -> table.remaps.remap(leader.fence(), remaps)).isInstanceOf(ChameleonError.class);
            List<Remap> resumed = table.remaps.openPlan().orElseThrow().remaps();
            List<Remap.Outcome> outcomes = table.remaps.remap(next.fence(), resumed);
            table.remaps.completePlan(next.fence(), epoch);
            table.remaps.advanceEpoch(next.fence());

            List<Remap.Outcome> atOnce = twin.remaps.remap(twin.fence(), remaps);
            twin.remaps.advanceEpoch(twin.fence());

            assertThat(begun).as(where).isEqualTo(atOnce.subList(0, half.size()));
            for (int i = 0; i < outcomes.size(); i++) {
                boolean again = i < half.size() && atOnce.get(i) == Remap.Outcome.APPLIED;
                assertThat(outcomes.get(i))
                        .as("%s, remap %d", where, i)
                        .isEqualTo(again ? Remap.Outcome.ALREADY_APPLIED : atOnce.get(i));
            }
            for (ObjectId key : keys) {
                assertThat(table.mapping.lookup(key)).as(where).isEqualTo(twin.mapping.lookup(key));
                assertThat(table.mapping.history(key)).as(where).isEqualTo(twin.mapping.history(key));
            }
            assertThat(table.remaps.countByState()).as(where).isEqualTo(twin.remaps.countByState());
        }
    }

    private static void commitToBoth(TableFixture table, TableFixture twin, List<ObjectId> keys, Random random) {
        List<Commit> commits = keys.stream()
                .map(key -> {
                    ObjectMapping row = table.mapping.lookup(key).mapping();
                    Placement used = row == null ? anyPlacement(random.nextBoolean(), random) : row.destination();
                    return table.write(key, used);
                })
                .toList();
        assertThat(table.mapping.commit(commits)).isEqualTo(twin.mapping.commit(commits));
    }

    /** A remap that the state of {@code row} allows. */
    private static Remap anyRemap(ObjectMapping row, long epoch, Random random) {
        List<RedundancyEvent> events = List.of(
                        RedundancyEvent.UPGRADE,
                        RedundancyEvent.DOWNGRADE,
                        RedundancyEvent.SWAP,
                        RedundancyEvent.COOLED,
                        RedundancyEvent.HEATED,
                        RedundancyEvent.CANCEL,
                        RedundancyEvent.RETARGET)
                .stream()
                .filter(row.state()::allows)
                .toList();
        RedundancyEvent event = events.get(random.nextInt(events.size()));
        return new Remap(row.id(), row.version(), event, destination(row, event, random), epoch, "reason " + event);
    }

    private static @Nullable Placement destination(ObjectMapping row, RedundancyEvent event, Random random) {
        if (!event.needsDestination()) {
            return null;
        }
        RedundancyState next = row.state().next(event);
        return anyPlacement(next == RedundancyState.LATE_REP || next == RedundancyState.REP_EWO, random);
    }

    private static Placement anyPlacement(boolean replicas, Random random) {
        int from = 1 + random.nextInt(6);
        return replicas
                ? rep(from, from + 1, from + 2)
                : ec(IntStream.range(from, from + 6).toArray());
    }
}
