package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.RemapContract.OTHER_SIX;
import static io.chameleon.core.mapping.table.TableFixture.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Fences, epochs and plans (invariant 5). */
public interface LeadershipContract {
    TableFixture table();

    @Test
    default void balancerEpoch_beforeTheFirstLeader_isTheInitialOne() {
        assertThat(table().remaps.balancerEpoch()).isEqualTo(new BalancerEpoch(0, 1, "", 0));
    }

    @Test
    default void claim_raisesTheFenceAndKeepsTheEpoch() {
        TableFixture table = table();
        RemapTable remaps = table.remaps;
        BalancerEpoch first = remaps.claim("balancer-0");
        assertThat(first.fence()).isPositive();
        assertThat(first).isEqualTo(new BalancerEpoch(first.fence(), 1, "balancer-0", 0));
        assertThat(remaps.balancerEpoch()).isEqualTo(first);
        BalancerEpoch next = new BalancerEpoch(first.fence(), 2, "balancer-0", table.clock.millis());
        assertThat(remaps.advanceEpoch(first.fence())).isEqualTo(next);

        BalancerEpoch second = remaps.claim("balancer-1");
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(second.epoch()).isEqualTo(2);
        assertThat(second.beganMillis()).isEqualTo(next.beganMillis());
        BalancerEpoch again = remaps.claim("balancer-1");
        assertThat(again.fence()).as("the same holder, restarted").isGreaterThan(second.fence());
    }

    @Test
    default void everyChange_withAnOutdatedFence_isRefusedAndChangesNothing() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        table.put(DOG, SIX);
        ObjectMapping dog = table.remap(DOG, RedundancyEvent.SWAP, OTHER_SIX);
        StoredPlan open = new StoredPlan(1, List.of(table.plan(cat, RedundancyEvent.UPGRADE, THREE)), false);
        table.remaps.storePlan(table.fence(), open);
        long outdated = table.fence();
        WriteId orphan = table.newWriteId();
        table.clock.advance(GarbageContract.LONG_PAST_GRACE);
        table.garbage.halt(outdated, server(2), 7, 8);
        ReconciliationHalt halt = table.garbage.halts().get(0);
        BalancerEpoch current = table.remaps.claim("balancer-1");

        for (long fence : LongStream.of(outdated, current.fence() + 1, 0, -1).toArray()) {
            assertFenced(() -> table.remaps.advanceEpoch(fence));
            assertFenced(() -> table.remaps.storePlan(fence, new StoredPlan(2, List.of(), false)));
            assertFenced(() -> table.remaps.completePlan(fence, 1));
            assertFenced(() -> table.remaps.remap(fence, open.remaps()));
            assertFenced(() -> table.remaps.remap(fence, List.of()));
            assertFenced(() -> table.remaps.migrate(fence, new Migration(DOG, dog.version(), table.newWriteId(), 1)));
            assertFenced(() -> table.remaps.compact(fence, 1));
            assertFenced(() -> table.garbage.condemn(fence, server(1), List.of(orphan)));
            assertFenced(() -> table.garbage.halt(fence, server(1), 7, 8));
            assertFenced(() -> table.garbage.endHalt(fence, halt));
        }

        assertThat(table.remaps.balancerEpoch()).isEqualTo(current);
        assertThat(table.remaps.openPlan()).contains(open);
        assertThat(table.row(CAT)).isEqualTo(cat);
        assertThat(table.row(DOG)).isEqualTo(dog);
        assertThat(table.mapping.history(DOG)).hasSize(1);
        assertThat(table.garbage()).isEmpty();
        assertThat(table.garbage.halts()).containsExactly(halt);
    }

    private static void assertFenced(ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.FENCED));
    }

    @Test
    default void advanceEpoch_countsOnesUp_andNewWritesBelongToTheNewEpoch() {
        TableFixture table = table();
        assertThat(table.remaps.advanceEpoch(table.fence()).epoch()).isEqualTo(2);
        assertThat(table.remaps.advanceEpoch(table.fence()).epoch()).isEqualTo(3);
        assertThat(table.put(CAT, SIX).lastWriteEpoch()).isEqualTo(3);
    }

    @Test
    default void plan_isKeptWordForWordUntilItIsComplete() {
        TableFixture table = table();
        assertThat(table.remaps.openPlan()).isEmpty();
        ObjectMapping cat = table.put(CAT, SIX);
        Remap upgrade = new Remap(CAT, cat.version(), RedundancyEvent.UPGRADE, THREE, 1, "hot: 300 \u2265 256 '\"\\\n");
        Remap cancel = new Remap(DOG, Long.MAX_VALUE, RedundancyEvent.CANCEL, null, 1, "");
        StoredPlan plan = new StoredPlan(1, List.of(upgrade, cancel), false);
        table.remaps.storePlan(table.fence(), plan);
        assertThat(table.remaps.openPlan()).contains(plan);

        table.remaps.completePlan(table.fence(), 1);
        assertThat(table.remaps.openPlan()).isEmpty();
        table.remaps.completePlan(table.fence(), 1);
        table.remaps.completePlan(table.fence(), 99);
        assertThat(table.remaps.openPlan()).isEmpty();
    }

    @Test
    default void plan_ofAnEpochThatHasOne_isRefused() {
        TableFixture table = table();
        StoredPlan plan = new StoredPlan(1, List.of(), false);
        table.remaps.storePlan(table.fence(), plan);
        assertRefused(() -> table.remaps.storePlan(table.fence(), new StoredPlan(1, List.of(), false)));
        assertThat(table.remaps.openPlan()).contains(plan);

        table.remaps.completePlan(table.fence(), 1);
        assertRefused(() -> table.remaps.storePlan(table.fence(), plan));
        assertThat(table.remaps.openPlan()).isEmpty();
    }

    @Test
    default void completePlans_areForgottenWithTheNext_andNoEpochBeforeGetsAnother() {
        TableFixture table = table();
        StoredPlan first = new StoredPlan(1, List.of(), false);
        table.remaps.storePlan(table.fence(), first);
        table.remaps.completePlan(table.fence(), 1);
        table.remaps.storePlan(table.fence(), new StoredPlan(2, List.of(), false));
        table.remaps.completePlan(table.fence(), 2);

        assertRefused(() -> table.remaps.storePlan(table.fence(), first));
        assertThat(table.remaps.openPlan()).isEmpty();
        table.remaps.storePlan(table.fence(), new StoredPlan(3, List.of(), false));
        assertThat(table.remaps.openPlan()).map(StoredPlan::epoch).contains(3L);
    }

    private static void assertRefused(ThrowingCallable change) {
        assertThatThrownBy(change)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining("1");
    }

    @Test
    default void openPlan_isTheNewestThatIsNotComplete() {
        TableFixture table = table();
        for (long epoch = 1; epoch <= 3; epoch++) {
            table.remaps.storePlan(table.fence(), new StoredPlan(epoch, List.of(), false));
        }
        table.remaps.completePlan(table.fence(), 3);
        assertThat(table.remaps.openPlan()).map(StoredPlan::epoch).contains(2L);
    }

    @Test
    default void planApplied_leavesHistoryAndPlanToItself() {
        TableFixture table = table();
        StoredPlan plan =
                new StoredPlan(1, List.of(table.plan(table.put(CAT, SIX), RedundancyEvent.UPGRADE, THREE)), false);
        table.remaps.storePlan(table.fence(), plan);
        table.remaps.remap(table.fence(), plan.remaps());
        assertThat(table.remaps.openPlan())
                .as("complete is a word of the leader")
                .contains(plan);
    }
}
