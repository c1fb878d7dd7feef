package io.chameleon.balancer.epoch;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static io.chameleon.balancer.TestCluster.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.Interception;
import io.chameleon.balancer.TestCluster;
import io.chameleon.balancer.garbage.Reaper;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ServerLoad;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Whole epochs with the policies that move data at once. */
class RivalEpochTest {
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);
    private static final int OBJECTS = 10;
    private static final int SIZE = 48_000;

    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    private static BalancerConfig config(String policy) {
        return TestCluster.config().withPolicy(policy);
    }

    /**
     * Ends an epoch in which s0 was written far more than the others, and with it the objects that have fragments
     * there.
     */
    private EpochReport unevenEpoch(Balancer balancer, long fence) {
        for (int i = 0; i < 12; i++) {
            cluster.at(i).erases(1_000);
        }
        balancer.runEpoch(fence); // the first report says nothing of an epoch yet
        for (int i = 0; i < 12; i++) {
            cluster.at(i).erases(i == 0 ? 1_030 : i < 6 ? 1_010 : 1_005);
        }
        for (int i = 0; i < OBJECTS; i++) {
            for (int write = 0; write < 50; write++) {
                cluster.write(object("hot" + i), SIX, bytes(SIZE, i));
            }
        }
        return balancer.runEpoch(fence);
    }

    @Test
    void edm_movesHotFragmentsAtOnce_andEverythingStaysReadable() {
        Balancer balancer = cluster.balancer(config("edm-hdf"));
        EpochReport report = unevenEpoch(balancer, balancer.lead("only"));

        Set<ObjectId> moved =
                report.plan().migrations().stream().map(BulkMigration::id).collect(Collectors.toSet());
        assertThat(moved).hasSizeBetween(1, OBJECTS - 1);
        assertThat(report.migrated()).isEqualTo(moved.size());
        assertThat(report.outcomes()).containsExactly(Map.entry(Remap.Outcome.APPLIED, moved.size()));
        new Reaper(
                        cluster.table,
                        cluster.flash(),
                        Duration.ZERO,
                        Duration.ofHours(1),
                        cluster.clock,
                        TestCluster.MOST_PER_PAGE)
                .reap();
        for (int i = 0; i < OBJECTS; i++) {
            ObjectMapping row = cluster.row(object("hot" + i));
            assertThat(row.state()).isEqualTo(RedundancyState.EC);
            cluster.assertComplete(row.id(), bytes(SIZE, i));
            List<ServerId> servers = row.live().servers();
            assertThat(servers.subList(1, 6)).isEqualTo(SIX.servers().subList(1, 6));
            assertThat(!servers.getFirst().equals(server(0))).isEqualTo(moved.contains(row.id()));
            assertThat(cluster.at(0).holds(row.writeId())).isEqualTo(!moved.contains(row.id()));
        }
    }

    @Test
    void planTooLargeForAMessage_copiesOnlyWhatItRemaps() {
        Balancer balancer = cluster.balancer(config("edm-hdf"));
        BalancePlan plan = unevenEpoch(balancer, balancer.lead("only")).plan();
        BalancePlan cut = PlanSize.bounded(plan, 250);
        assertThat(cut.remaps()).hasSizeLessThan(plan.remaps().size()).isNotEmpty();
        assertThat(cut.migrations())
                .extracting(BulkMigration::id)
                .isEqualTo(cut.remaps().stream().map(Remap::id).toList());
    }

    /** The write raises the version to what the migration waits for. */
    @Test
    void objectWrittenBetweenPlanAndRemap_keepsItsPlace_andIsNotCopied() {
        byte[] newer = bytes(15_700, 99);
        RemapTable busy = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("storePlan")) {
                cluster.table.hottest(100).forEach(row -> cluster.write(row.id(), row.destination(), newer));
            }
            return answer;
        });
        Balancer balancer = cluster.balancer(config("edm-hdf"), busy, cluster.clock);
        EpochReport report = unevenEpoch(balancer, balancer.lead("only"));

        assertThat(report.plan().migrations()).isNotEmpty();
        assertThat(report.migrated()).isZero();
        assertThat(report.outcomes())
                .containsExactly(
                        Map.entry(Remap.Outcome.STALE, report.plan().remaps().size()));
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(cluster.row(object("hot" + i)).live()).isEqualTo(SIX);
            cluster.assertComplete(object("hot" + i), newer);
        }
        for (int i = 6; i < 12; i++) {
            assertThat(cluster.at(i).fragments()).isEmpty();
        }
    }

    @Test
    void copyThatFailed_isMadeInTheNextEpoch() {
        RemapTable cutting = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("completePlan")
                    && !cluster.table.pending(99, null, 1).isEmpty()) {
                for (int i = 6; i < 12; i++) {
                    cluster.stop(i);
                }
            }
            return answer;
        });
        Balancer balancer = cluster.balancer(config("edm-hdf"), cutting, cluster.clock);
        long fence = balancer.lead("only");
        EpochReport failed = unevenEpoch(balancer, fence);
        assertThat(failed.plan().migrations()).isNotEmpty();
        assertThat(failed.migrated()).isZero();
        assertThat(cluster.table.pending(99, null, 100))
                .hasSameSizeAs(failed.plan().migrations());

        for (int i = 6; i < 12; i++) {
            cluster.start(i);
        }
        cluster.balancer(config("edm-hdf")).runEpoch(fence);
        assertThat(cluster.table.pending(99, null, 100)).isEmpty();
        for (int i = 0; i < OBJECTS; i++) {
            cluster.assertComplete(object("hot" + i), bytes(SIZE, i));
        }
    }

    @Test
    void repEc_encodesWhatNobodyWroteForThreeEpochs_andTheNextWriteReplicatesIt() {
        byte[] content = bytes(SIZE, 1);
        cluster.write(object("cat"), rep(0, 1, 2), content);
        Balancer balancer = cluster.balancer(config("rep-ec"));
        long fence = balancer.lead("only");
        for (int epoch = 1; epoch <= 3; epoch++) {
            balancer.runEpoch(fence);
            assertThat(cluster.row(object("cat")).state()).isEqualTo(RedundancyState.REP);
        }
        balancer.runEpoch(fence);
        assertThat(cluster.row(object("cat")).state()).isEqualTo(RedundancyState.EC);
        cluster.assertComplete(object("cat"), content);
        for (int epoch = 5; epoch <= 7; epoch++) {
            balancer.runEpoch(fence);
            assertThat(cluster.row(object("cat")).state()).isEqualTo(RedundancyState.LATE_REP);
        }
        cluster.assertComplete(object("cat"), content);
        ObjectMapping written =
                cluster.write(object("cat"), cluster.row(object("cat")).destination(), content);
        assertThat(written.state()).isEqualTo(RedundancyState.REP);
        cluster.assertComplete(object("cat"), content);
    }

    /** The page counters of two epochs reach the policy; a dry run in between does not disturb them. */
    @Test
    void snapshots_knowWhatWasWrittenPerEpoch_andADryRunIsNotAnEpoch() {
        SnapshotReader reader = new SnapshotReader(cluster.flash(), cluster.table, 100);
        cluster.at(3).erases(1_000);
        assertThat(reader.read(epoch(1)).snapshot().servers())
                .allSatisfy(load -> assertThat(load.writesPerEpoch()).isZero());
        cluster.at(3).erases(1_004);
        assertThat(server3(reader.preview(epoch(2)).snapshot()).writesPerEpoch())
                .isEqualTo(4 * 32.0);
        cluster.at(3).erases(1_010);
        assertThat(server3(reader.preview(epoch(2)).snapshot()).writesPerEpoch())
                .isEqualTo(10 * 32.0);
        ServerLoad load = server3(reader.read(epoch(2)).snapshot());
        assertThat(load.writesPerEpoch()).isEqualTo(10 * 32.0);
        assertThat(load.latencyMicros()).isEqualTo(200);
    }

    /** Reading 27: EDM's window is one epoch, without what its own copies wrote at the beginning. */
    @Test
    void window_beginsAfterTheCopiesOfThePlan() {
        SnapshotReader reader = new SnapshotReader(cluster.flash(), cluster.table, 100);
        cluster.at(3).erases(1_000);
        assertThat(reader.read(epoch(1)).snapshot().servers()).isNotEmpty();
        cluster.at(3).erases(1_050);
        reader.copiesAreDone();
        cluster.at(3).erases(1_060);
        ServerLoad load = server3(reader.read(epoch(2)).snapshot());
        assertThat(load.windowWrites()).isEqualTo(10 * 32.0);
        assertThat(load.writesPerEpoch()).isEqualTo(60 * 32.0);
    }

    /** A standby also learns how much is written per epoch, and so does the leader that it becomes. */
    @Test
    void standby_knowsWhatWasWrittenInTheEpochsThatItSawEnd() {
        SnapshotReader standby = new SnapshotReader(cluster.flash(), cluster.table, 100);
        long fence = cluster.table.claim("another").fence();
        standby.watch();
        for (int erases = 1_000; erases <= 1_010; erases += 10) {
            cluster.at(3).erases(erases);
            cluster.table.advanceEpoch(fence);
            standby.watch();
            standby.watch();
        }
        assertThat(server3(standby.preview(cluster.table.balancerEpoch()).snapshot())
                        .writesPerEpoch())
                .as("the reports of this epoch are those of the last")
                .isEqualTo(5 * 32.0);
        cluster.at(3).erases(1_030);
        assertThat(server3(standby.preview(cluster.table.balancerEpoch()).snapshot())
                        .writesPerEpoch())
                .isEqualTo((10 + 20) / 2 * 32.0);
    }

    @Test
    void snapshots_knowWhatIsNew_inEveryEpoch_alsoOfANewLeader() {
        cluster.write(object("old"), ec(0, 1, 2, 3, 4, 5), new byte[100]);
        cluster.clock.advance(Duration.ofSeconds(1));
        assertThat(new SnapshotReader(cluster.flash(), cluster.table, 100)
                        .preview(cluster.table.balancerEpoch())
                        .snapshot()
                        .objects())
                .extracting(Candidate::isNew)
                .containsExactly(true);
        cluster.table.advanceEpoch(cluster.table.claim("test").fence());
        cluster.clock.advance(Duration.ofSeconds(1));
        cluster.write(object("new"), ec(0, 1, 2, 3, 4, 5), new byte[100]);
        cluster.write(object("old"), ec(0, 1, 2, 3, 4, 5), new byte[100]);

        BalancerEpoch current = cluster.table.balancerEpoch();
        assertThat(new SnapshotReader(cluster.flash(), cluster.table, 100)
                        .preview(current)
                        .snapshot()
                        .objects())
                .filteredOn(Candidate::isNew)
                .extracting(Candidate::id)
                .containsExactly(object("new"));
    }

    private static BalancerEpoch epoch(long number) {
        return new BalancerEpoch(1, number, "", 0);
    }

    private static ServerLoad server3(ClusterSnapshot snapshot) {
        return snapshot.servers().stream()
                .filter(load -> load.id().equals(server(3)))
                .findFirst()
                .orElseThrow();
    }
}
