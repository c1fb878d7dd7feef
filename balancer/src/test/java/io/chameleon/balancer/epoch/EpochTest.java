package io.chameleon.balancer.epoch;

import static io.chameleon.balancer.TestCluster.assertCode;
import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.Interception;
import io.chameleon.balancer.TestCluster;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.transport.protocol.MessageType;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whole epochs with the chameleon policy: half the servers are worn three times as much as the others, and few objects
 * are hot.
 */
class EpochTest {
    private static final int HOT = 4;
    private static final int COLD = 30;
    private static final BalancerConfig CONFIG = TestCluster.config()
            .withPolicy("chameleon")
            .withPolicyConfig(
                    PolicyConfig.defaults().with().heatHot(8).maxExtraWrites(1).build());

    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    @BeforeEach
    void skew() {
        for (int i = 0; i < 12; i++) {
            cluster.at(i).erases(i < 6 ? 3_000 : 1_000);
        }
        for (int i = 0; i < COLD; i++) {
            cluster.write(object("cold" + i), ec(6, 7, 8, 9, 10, 11), bytes(100, i));
        }
        for (int i = 0; i < HOT; i++) {
            for (int write = 0; write < 10; write++) {
                cluster.write(object("hot" + i), ec(0, 1, 2, 3, 4, 5), bytes(100, i));
            }
        }
    }

    @Test
    void epoch_onSkewedWear_sendsHotObjectsToLessWornServers_andBeginsTheNextEpoch() {
        Balancer balancer = cluster.balancer(CONFIG);
        EpochReport report = balancer.runEpoch(balancer.lead("only"));

        assertThat(report.plan().epoch()).isEqualTo(1);
        assertThat(report.plan().remaps()).hasSizeGreaterThanOrEqualTo(HOT);
        assertThat(report.outcomes())
                .containsExactly(
                        Map.entry(Remap.Outcome.APPLIED, report.plan().remaps().size()));
        assertThat(report.plan().after().sigma())
                .isLessThan(report.plan().before().sigma());
        assertThat(cluster.table.balancerEpoch().epoch()).isEqualTo(2);
        assertThat(cluster.table.openPlan()).isEmpty();
        for (int i = 0; i < HOT; i++) {
            ObjectMapping row = cluster.row(object("hot" + i));
            assertThat(row.state()).isEqualTo(RedundancyState.LATE_REP);
            assertThat(row.remapEpoch()).isEqualTo(1);
            assertThat(row.destination().servers())
                    .allMatch(server -> Integer.parseInt(server.value().substring(1)) >= 6);
            assertThat(cluster.table.history(row.id())).hasSize(1);
        }
        assertThat(report.states()).isEqualTo(cluster.table.countByState()).containsEntry(RedundancyState.LATE_REP, 4L);
    }

    @Test
    void dryRun_plansTheSame_andChangesNothing() {
        Balancer balancer = cluster.balancer(CONFIG);
        long fence = balancer.lead("only");
        BalancerEpoch before = cluster.table.balancerEpoch();
        List<ObjectMapping> rows = cluster.table.coldest(1_000);

        BalancePlan dry = balancer.dryRun();
        BalancePlan again = balancer.dryRun();

        assertThat(cluster.table.balancerEpoch()).isEqualTo(before);
        assertThat(cluster.table.coldest(1_000)).isEqualTo(rows);
        assertThat(cluster.table.openPlan()).isEmpty();
        assertThat(dry.remaps()).isNotEmpty();
        assertThat(again).isEqualTo(dry);
        assertThat(balancer.runEpoch(fence).plan()).isEqualTo(dry);
    }

    @Test
    void serverThatDoesNotAnswer_takesNoPartInTheEpoch() {
        cluster.stop(6);
        cluster.at(7).fail(MessageType.WEAR_REPORT, ErrorCode.INTERNAL);
        Balancer balancer = cluster.balancer(CONFIG);
        EpochReport report = balancer.runEpoch(balancer.lead("only"));

        assertThat(report.plan().remaps()).isNotEmpty();
        assertThat(cluster.row(object("hot0")).destination().servers())
                .doesNotContain(TestCluster.server(6), TestCluster.server(7));
    }

    /** The network is the likelier culprit; the policy would withdraw every intent that leads there. */
    @Test
    void epochInWhichMostServersAreSilent_hasNoPlan_andTheNextOneHas() {
        long fence = cluster.table.claim("only").fence();
        ObjectMapping waiting = cluster.remap(fence, object("hot0"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 11));
        for (int i = 5; i < 12; i++) {
            cluster.stop(i);
        }
        Balancer balancer = cluster.balancer(CONFIG);
        assertCode(ErrorCode.UNAVAILABLE, () -> balancer.runEpoch(fence));
        assertThat(cluster.row(object("hot0"))).isEqualTo(waiting);
        assertThat(cluster.table.openPlan()).isEmpty();

        for (int i = 5; i < 12; i++) {
            cluster.start(i);
        }
        assertThat(balancer.runEpoch(fence).plan().epoch()).isEqualTo(2);
    }

    @Test
    void epochOfALeaderThatWasReplaced_isFencedAndChangesNothing() {
        Balancer balancer = cluster.balancer(CONFIG);
        long fence = balancer.lead("first");
        BalancerEpoch second = cluster.table.claim("second");
        List<ObjectMapping> rows = cluster.table.coldest(1_000);

        assertCode(ErrorCode.FENCED, () -> balancer.runEpoch(fence));
        assertThat(cluster.table.balancerEpoch()).isEqualTo(second);
        assertThat(cluster.table.coldest(1_000)).isEqualTo(rows);
    }

    @Test
    void leaderReplacedBetweenPlanAndApplication_isFenced_andItsPlanIsFinishedByTheNext() {
        RemapTable taken = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("storePlan")) {
                cluster.table.claim("second");
            }
            return answer;
        });
        Balancer first = cluster.balancer(CONFIG, taken, cluster.clock);
        long fence = first.lead("first");
        assertCode(ErrorCode.FENCED, () -> first.runEpoch(fence));
        assertThat(cluster.table.pending(1, null, 100)).isEmpty();
        int planned = cluster.table.openPlan().orElseThrow().remaps().size();

        Balancer second = cluster.balancer(CONFIG);
        second.lead("second");
        assertThat(cluster.table.pending(1, null, 100)).hasSize(planned);
        assertThat(cluster.table.openPlan()).isEmpty();
    }

    @Test
    void compaction_goesOnUntilNothingIsLeftOfOldEpochs() {
        long fence = cluster.table.claim("only").fence();
        Queue<Integer> dropped = new ArrayDeque<>(List.of(10_000, 7, 0));
        RemapTable longLog = Interception.of(
                cluster.table,
                (method, call) -> method.equals("compact") ? requireNonNull(dropped.poll()) : call.proceed());

        cluster.balancer(CONFIG, longLog, cluster.clock).runEpoch(fence);

        assertThat(dropped).isEmpty();
    }

    @Test
    void migrationsThatCannotBegin_doNotFailTheEpoch_whosePlanIsAppliedByThen() {
        long fence = cluster.table.claim("only").fence();
        cluster.write(object("late"), rep(0, 1, 2), bytes(100, 5));
        cluster.remap(fence, object("late"), RedundancyEvent.DOWNGRADE, ec(6, 7, 8, 9, 10, 11));
        RemapTable cutting = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("completePlan")) {
                cluster.stopMetadata();
            }
            if (method.equals("compact")) {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "for compaction too");
            }
            return answer;
        });
        BalancerConfig eager = CONFIG.withPolicyConfig(PolicyConfig.defaults()
                .with()
                .heatHot(8)
                .maxExtraWrites(1)
                .coldMigrationAfterEpochs(1)
                .build());
        Balancer balancer = cluster.balancer(eager, cutting, cluster.clock);

        balancer.runEpoch(fence);
        cluster.startMetadata();
        EpochReport report = balancer.runEpoch(fence);

        assertThat(report.plan().migrations()).hasSize(1);
        assertThat(report.migrated()).isZero();
        assertThat(cluster.row(object("late")).state()).isEqualTo(RedundancyState.LATE_EC);
        assertThat(cluster.table.openPlan()).isEmpty();
    }

    @Test
    void intentToAServerThatIsDrained_isWithdrawn_howeverManyOlderOnesWait() {
        long fence = cluster.table.claim("only").fence();
        for (int i = 0; i < 8; i++) {
            cluster.write(object("late" + i), rep(0, 1, 2), bytes(100, i));
            cluster.remap(fence, object("late" + i), RedundancyEvent.DOWNGRADE, ec(0, 1, 2, 3, 4, 5));
        }
        cluster.table.advanceEpoch(fence);
        cluster.write(object("moving"), rep(0, 1, 2), bytes(100, 99));
        cluster.remap(fence, object("moving"), RedundancyEvent.SWAP, rep(0, 1, 6));
        cluster.table.drain(TestCluster.server(6));

        BalancePlan plan = cluster.balancer(CONFIG.with().candidates(1).build()).dryRun();

        assertThat(plan.remaps())
                .filteredOn(remap -> remap.id().equals(object("moving")))
                .singleElement()
                .satisfies(remap -> assertThat(remap.event()).isEqualTo(RedundancyEvent.CANCEL));
    }

    @Test
    void moreIntentsThanAPlanCanLookAfter_areNotAddedTo() {
        long fence = cluster.table.claim("only").fence();
        for (int i = 0; i < ListedRows.INTENTS_OF_A_CANDIDATE; i++) {
            cluster.write(object("late" + i), rep(0, 1, 2), bytes(100, i));
            cluster.remap(fence, object("late" + i), RedundancyEvent.DOWNGRADE, ec(0, 1, 2, 3, 4, 5));
        }
        BalancerConfig config = CONFIG.with().candidates(1).build();
        SnapshotReader reader = new SnapshotReader(cluster.flash(), cluster.table, config.candidates());

        assertThat(reader.preview(cluster.table.balancerEpoch()).snapshot().objects())
                .hasSize(ListedRows.INTENTS_OF_A_CANDIDATE)
                .allMatch(object -> object.state().isIntermediate());
        cluster.write(object("late0"), ec(0, 1, 2, 3, 4, 5), bytes(100, 1));
        assertThat(reader.preview(cluster.table.balancerEpoch()).snapshot().objects())
                .anyMatch(object -> !object.state().isIntermediate());
    }

    @Test
    void history_isCompactedOnceItIsOldEnough() {
        BalancerConfig forgetful = CONFIG.with().policy("none").keptEpochs(2).build();
        Balancer balancer = cluster.balancer(forgetful);
        long fence = balancer.lead("only");
        cluster.remap(fence, object("cold0"), RedundancyEvent.UPGRADE, rep(0, 1, 2));
        for (int ended = 1; ended <= 2; ended++) {
            balancer.runEpoch(fence);
            assertThat(cluster.table.history(object("cold0")))
                    .as("after epoch %d", ended)
                    .hasSize(1);
        }
        balancer.runEpoch(fence);
        assertThat(cluster.table.history(object("cold0"))).isEmpty();
    }

    @Test
    void planTooLargeForAMessage_isCutToItsFirstRemaps_andSaysSo() {
        Balancer balancer = cluster.balancer(CONFIG);
        BalancePlan plan = balancer.dryRun();

        BalancePlan cut = PlanSize.bounded(plan, 250);

        assertThat(cut.remaps())
                .isNotEmpty()
                .isEqualTo(plan.remaps().subList(0, cut.remaps().size()));
        assertThat(cut.remaps().size()).isLessThan(plan.remaps().size());
        assertThat(cut.after())
                .isEqualTo(plan.course().get(cut.remaps().size() - 1))
                .isNotEqualTo(plan.after());
        assertThat(cut.notes()).last().asString().contains("left to the next epoch");
        assertThat(PlanSize.bounded(plan, PlanSize.MAX_BYTES)).isSameAs(plan);
    }
}
