package io.chameleon.balancer.epoch;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.Interception;
import io.chameleon.balancer.TestCluster;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans whose leaders die (invariant 5 of docs/architecture.md). */
class PlanExecutorTest {
    private static final int BATCH = 3;
    private static final Set<String> CHANGES = Set.of("storePlan", "remap", "completePlan");

    /**
     * A leader's connection to the table breaks at its n-th change: before the change, or after it with the answer
     * lost.
     */
    private record Cut(int change, boolean executed) {}

    static LongStream seeds() {
        return LongStream.range(0, 8);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void planAppliedHalfAndResumedByANewLeader_endsInTheSameTableAsAppliedAtOnce(long seed) {
        for (int change = 1; change <= 7; change++) {
            for (boolean executed : new boolean[] {false, true}) {
                if (change > 1 || executed) { // else there is no plan to resume
                    assertSameTable(seed, new Cut(change, executed));
                }
            }
        }
    }

    private static void assertSameTable(long seed, Cut cut) {
        try (TestCluster atOnce = new TestCluster(12, seed);
                TestCluster cutOff = new TestCluster(12, seed)) {
            List<Remap> plan = plan(atOnce, seed);
            assertThat(plan(cutOff, seed)).isEqualTo(plan);
            long epoch = 1;
            disturb(atOnce, seed);
            disturb(cutOff, seed);

            new PlanExecutor(atOnce.table, BATCH)
                    .execute(atOnce.table.claim("only").fence(), epoch, plan);
            long first = cutOff.table.claim("first").fence();
            PlanExecutor dying = new PlanExecutor(breaking(cutOff.table, cut), BATCH);
            assertThatThrownBy(() -> dying.execute(first, epoch, plan))
                    .as("seed %d, %s", seed, cut)
                    .hasMessage("connection lost");
            long second = cutOff.table.claim("second").fence();
            new PlanExecutor(cutOff.table, BATCH).resume(second);

            assertThat(rows(cutOff)).as("seed %d, %s", seed, cut).isEqualTo(rows(atOnce));
            assertThat(cutOff.table.openPlan()).isEmpty();
            for (int from = 0; from < plan.size(); from += BATCH) {
                List<Remap> late = plan.subList(from, Math.min(from + BATCH, plan.size()));
                assertFenced(() -> cutOff.table.remap(first, late));
            }
            assertFenced(() -> new PlanExecutor(cutOff.table, BATCH).execute(first, epoch + 1, List.of()));
            assertThat(rows(cutOff)).as("seed %d, %s", seed, cut).isEqualTo(rows(atOnce));
        }
    }

    /** 16 objects under either policy, and a remap for most of them. */
    private static List<Remap> plan(TestCluster cluster, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Remap> remaps = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            boolean replicated = random.nextBoolean();
            ObjectMapping row =
                    cluster.write(object("o" + i), replicated ? rep(0, 1, 2) : ec(0, 1, 2, 3, 4, 5), bytes(100, i));
            boolean swap = random.nextBoolean();
            remaps.add(new Remap(
                    row.id(),
                    row.version(),
                    swap ? RedundancyEvent.SWAP : replicated ? RedundancyEvent.DOWNGRADE : RedundancyEvent.UPGRADE,
                    replicated == swap ? rep(6, 7, 8) : ec(6, 7, 8, 9, 10, 11),
                    1,
                    "seed " + seed));
        }
        return remaps;
    }

    /** Clients write and delete some of them between plan and application. */
    private static void disturb(TestCluster cluster, long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        for (int i = 0; i < 16; i++) {
            switch (random.nextInt(5)) {
                case 0 ->
                    cluster.write(object("o" + i), cluster.row(object("o" + i)).live(), bytes(100, 7));
                case 1 -> cluster.table.delete(object("o" + i), Condition.NONE);
                default -> {}
            }
        }
    }

    private static List<ObjectMapping> rows(TestCluster cluster) {
        return cluster.table.coldest(Integer.MAX_VALUE);
    }

    private static RemapTable breaking(RemapTable table, Cut cut) {
        AtomicInteger changes = new AtomicInteger();
        return Interception.of(table, (method, call) -> {
            boolean now = CHANGES.contains(method) && changes.incrementAndGet() >= cut.change;
            if (now && changes.get() == cut.change && cut.executed) {
                call.proceed();
            }
            if (now) {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "connection lost");
            }
            return call.proceed();
        });
    }

    private static void assertFenced(ThrowingCallable change) {
        assertThat(catchThrowable(change))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.FENCED));
    }

    @Test
    void leaderThatLostOnlyAnAnswer_resumesItsOwnPlan() {
        try (TestCluster cluster = new TestCluster(12)) {
            List<Remap> plan = plan(cluster, 1);
            long fence = cluster.table.claim("only").fence();
            PlanExecutor executor = new PlanExecutor(breaking(cluster.table, new Cut(3, true)), BATCH);
            assertThatThrownBy(() -> executor.execute(fence, 1, plan)).hasMessage("connection lost");

            assertThat(new PlanExecutor(cluster.table, BATCH).resume(fence)).isEqualTo(1);
            assertThat(rows(cluster)).allMatch(row -> row.state().isIntermediate());
        }
    }

    @Test
    void remapOfARowThatAClientHasChangedMeanwhile_isDropped() {
        try (TestCluster cluster = new TestCluster(12)) {
            ObjectMapping planned = cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(10, 1));
            Remap upgrade = new Remap(planned.id(), planned.version(), RedundancyEvent.UPGRADE, rep(6, 7, 8), 1, "hot");
            ObjectMapping written = cluster.write(object("cat"), planned.live(), bytes(10, 2));

            Applied applied = new PlanExecutor(cluster.table, BATCH)
                    .execute(cluster.table.claim("only").fence(), 1, List.of(upgrade));

            assertThat(applied).isEqualTo(new Applied(Map.of(Remap.Outcome.STALE, 1), 0));
            assertThat(cluster.row(object("cat"))).isEqualTo(written);
        }
    }

    @Test
    void impossibleRemaps_areLeftOut_andTheOthersOfTheirBatchesAreApplied() {
        try (TestCluster cluster = new TestCluster(12)) {
            List<Remap> remaps = new ArrayList<>();
            for (int i = 0; i < 11; i++) {
                ObjectMapping row = cluster.write(object("o" + i), ec(0, 1, 2, 3, 4, 5), bytes(10, i));
                boolean impossible = i == 4 || i == 5 || i == 10; // EC has no downgrade
                remaps.add(new Remap(
                        row.id(),
                        row.version(),
                        impossible ? RedundancyEvent.DOWNGRADE : RedundancyEvent.UPGRADE,
                        impossible ? ec(6, 7, 8, 9, 10, 11) : rep(6, 7, 8),
                        1,
                        ""));
            }
            long fence = cluster.table.claim("only").fence();

            Applied applied = new PlanExecutor(cluster.table, 7).execute(fence, 1, remaps);

            assertThat(applied).isEqualTo(new Applied(Map.of(Remap.Outcome.APPLIED, 8), 3));
            assertThat(cluster.table.countByState())
                    .isEqualTo(Map.of(RedundancyState.LATE_REP, 8L, RedundancyState.EC, 3L));
            assertThat(cluster.table.openPlan()).isEmpty();
        }
    }

    @Test
    void impossibleRemapInAPlanFoundOpen_doesNotKeepANewLeaderFromLeading() {
        try (TestCluster cluster = new TestCluster(12)) {
            ObjectMapping row = cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(10, 1));
            Remap impossible = new Remap(row.id(), row.version(), RedundancyEvent.CANCEL, null, 1, "");
            long dead = cluster.table.claim("first").fence();
            cluster.table.advanceEpoch(dead);
            cluster.table.storePlan(dead, new StoredPlan(1, List.of(impossible), false));

            Balancer balancer = cluster.balancer(TestCluster.config());
            long fence = balancer.lead("second");

            assertThat(cluster.table.openPlan()).isEmpty();
            assertThat(balancer.runEpoch(fence).plan().epoch()).isEqualTo(2);
        }
    }

    @Test
    void everyOpenPlan_isFinished() {
        try (TestCluster cluster = new TestCluster(12)) {
            long fence = cluster.table.claim("first").fence();
            IntStream.rangeClosed(1, 3)
                    .forEach(epoch -> cluster.table.storePlan(fence, new StoredPlan(epoch, List.of(), false)));
            assertThat(new PlanExecutor(cluster.table, BATCH).resume(fence)).isEqualTo(3);
            assertThat(cluster.table.openPlan()).isEmpty();
        }
    }
}
