package io.chameleon.balancer.garbage;

import static io.chameleon.balancer.TestCluster.GRACE;
import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.chameleon.balancer.TestCluster;
import io.chameleon.balancer.copy.UnflippedCopy;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);

    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    private final Lock relocation = new ReentrantLock();
    private final long fence = cluster.table.claim("only").fence();
    private final Reconciler reconciler = reconciler(cluster.clock);

    private Reconciler reconciler(InstantSource clock) {
        return new Reconciler(
                cluster.table, cluster.flash(), clock, GRACE, relocation, Brake.STANDARD, TestCluster.MOST_PER_PAGE);
    }

    /** Returns the fragments condemned; the reaper has processed them. */
    private int collect(Reconciler reconciler) {
        int condemned = reconciler.reconcile(fence);
        new Reaper(
                        cluster.table,
                        cluster.flash(),
                        Duration.ZERO,
                        Duration.ofHours(1),
                        cluster.clock,
                        TestCluster.MOST_PER_PAGE)
                .reap();
        return condemned;
    }

    @Test
    void orphans_areDeletedOnceTheyAreOlderThanTheGracePeriod_andNothingElse() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        cluster.write(object("dog"), rep(0, 6, 7), bytes(15_100, 2));
        WriteId orphan = cluster.send(SIX, bytes(48_000, 3));

        cluster.clock.advance(GRACE);
        assertThat(collect(reconciler)).isZero();
        cluster.clock.advance(Duration.ofMillis(1));
        WriteId young = cluster.send(SIX, bytes(15_100, 4));

        assertThat(collect(reconciler)).isEqualTo(3 * 6);
        assertThat(cluster.fragmentsOf(orphan)).isZero();
        assertThat(cluster.fragmentsOf(young)).isEqualTo(6);
        cluster.assertComplete(object("cat"), bytes(48_000, 1));
        cluster.assertComplete(object("dog"), bytes(15_100, 2));
    }

    @Test
    void clockThatIsDaysAhead_deletesNoWriteWhoseCommitIsOnItsWay() {
        cluster.clock.advance(Duration.ofMinutes(1));
        WriteId inFlight = cluster.send(SIX, bytes(15_100, 1));
        Reconciler hasty = reconciler(InstantSource.offset(cluster.clock, Duration.ofDays(3)));

        assertThat(collect(hasty)).isZero();
        cluster.clock.advance(GRACE);
        assertThat(collect(hasty)).isZero();
        assertThat(cluster.commit(object("cat"), inFlight, SIX, bytes(15_100, 1), List.of())
                        .status())
                .isEqualTo(CommitResult.Status.COMMITTED);
        cluster.assertComplete(object("cat"), bytes(15_100, 1));
    }

    @Test
    void clockThatIsBehind_onlyDeletesLater() {
        WriteId orphan = cluster.send(SIX, bytes(15_100, 1));
        Reconciler late = reconciler(InstantSource.offset(cluster.clock, Duration.ofHours(-2)));
        cluster.clock.advance(GRACE.plusSeconds(1));
        assertThat(collect(late)).isZero();
        cluster.clock.advance(Duration.ofHours(2));
        assertThat(collect(late)).isEqualTo(6);
        assertThat(cluster.fragmentsOf(orphan)).isZero();
    }

    @Test
    void commitThatComesAfterItsFragmentsWereTrimmed_isRefused() {
        WriteId late = cluster.send(SIX, bytes(15_100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        assertThat(collect(reconciler)).isEqualTo(6);
        assertThat(cluster.commit(object("cat"), late, SIX, bytes(15_100, 1), List.of())
                        .status())
                .isEqualTo(CommitResult.Status.TOO_OLD);
    }

    @Test
    void listing_goesOverManyPages() {
        for (int i = 0; i < 700; i++) {
            cluster.send(rep(0, 1, 2), bytes(48_000, i));
        }
        cluster.write(object("cat"), rep(0, 1, 2), bytes(15_100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        reconciler.reconcile(fence);
        cluster.table.halts().forEach(halt -> cluster.table.confirmHalt(halt.server()));

        assertThat(collect(reconciler)).isEqualTo(700 * 3 * 3);
        assertThat(cluster.at(0).received(MessageType.LIST_FRAGMENTS)).isGreaterThan(2);
        cluster.assertComplete(object("cat"), bytes(15_100, 1));
    }

    @Test
    void serverThatFails_doesNotKeepTheOthersFromBeingCleaned() {
        WriteId orphan = cluster.send(SIX, bytes(15_100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        cluster.at(0).fail(MessageType.LIST_FRAGMENTS, ErrorCode.INTERNAL);
        cluster.at(1).fail(MessageType.DELETE_FRAGMENTS, ErrorCode.INTERNAL);
        cluster.at(2).status(ServerInfo.Status.DOWN);

        assertThat(collect(reconciler)).isEqualTo(4);
        assertThat(cluster.fragmentsOf(orphan)).isEqualTo(3);
        cluster.servers().forEach(FakeFlashServer::heal);
        cluster.at(2).status(ServerInfo.Status.UP);
        assertThat(collect(reconciler)).isEqualTo(2);
        assertThat(cluster.fragmentsOf(orphan)).isZero();
    }

    @Test
    void copyOfAMigrationThatIsNotFlippedYet_isLeftAlone() {
        cluster.write(object("cat"), SIX, bytes(15_100, 1));
        ObjectMapping waiting = cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        cluster.clock.advance(GRACE.multipliedBy(3));
        UnflippedCopy.of(waiting, cluster);

        assertThat(collect(reconciler)).isZero();
        assertThat(cluster.at(9).holds(waiting.writeId())).isTrue();
    }

    /** While a page is judged, copies wait: a copy that was condemned would have been wasted. */
    @Test
    void orphansAreCondemned_whileNothingIsBeingCopied() {
        cluster.send(SIX, bytes(15_100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        relocation.lock();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<Integer> reconciled = other.submit(() -> reconciler.reconcile(fence));
            await().until(() -> ((ReentrantLock) relocation).hasQueuedThreads());
            assertThat(cluster.table.garbage(0, 10)).isEmpty();
            relocation.unlock();
            assertThat(reconciled).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(6);
        }
    }

    /**
     * The leader is deposed just before it deletes; its successor moves the object to where an earlier copy was left.
     */
    @Test
    void deposedLeader_thatDeletesAnOrphanLate_takesNothingThatItsSuccessorMadeLive() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        ObjectMapping first = cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        UnflippedCopy.of(first, cluster);
        cluster.remap(fence, object("cat"), RedundancyEvent.CANCEL, null);
        cluster.clock.advance(GRACE.multipliedBy(3));
        AtomicReference<Remap.Outcome> flip = new AtomicReference<>();
        cluster.at(9).beforeNext(MessageType.DELETE_FRAGMENTS, () -> {
            long next = cluster.table.claim("successor").fence();
            ObjectMapping again = cluster.remap(next, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
            flip.set(cluster.table.migrate(next, new Migration(again.id(), again.version(), again.writeId(), 1)));
        });

        assertThat(collect(reconciler)).isEqualTo(3);
        assertThat(flip).hasValue(Remap.Outcome.STALE);
        cluster.assertComplete(object("cat"), bytes(48_000, 1));
    }

    @Test
    void leftoverOfAMigrationThatWasCalledOff_goes_whileItsObjectStays() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        ObjectMapping waiting = cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        UnflippedCopy.of(waiting, cluster);
        cluster.clock.advance(GRACE.multipliedBy(3));
        cluster.remap(fence, object("cat"), RedundancyEvent.CANCEL, null);

        assertThat(collect(reconciler)).isEqualTo(3);
        assertThat(cluster.at(9).holds(waiting.writeId())).isFalse();
        cluster.assertComplete(object("cat"), bytes(48_000, 1));
    }

    @Test
    void tableThatKnowsNothing_erasesNothing_untilAnOperatorConfirmsWhatWasFound() {
        WriteId lost = orphans(1_001);
        cluster.clock.advance(GRACE.plusMillis(1));

        assertThat(collect(reconciler)).isZero();
        assertThat(collect(reconciler)).as("however often").isZero();
        assertThat(cluster.fragmentsOf(lost)).isEqualTo(3);
        assertThat(cluster.table.garbage(0, 10)).isEmpty();
        assertThat(cluster.table.halts())
                .extracting(ReconciliationHalt::server, ReconciliationHalt::found, ReconciliationHalt::held)
                .containsExactly(
                        tuple(TestCluster.server(0), 1_001L, 1_001L),
                        tuple(TestCluster.server(1), 1_001L, 1_001L),
                        tuple(TestCluster.server(2), 1_001L, 1_001L));
        assertThat(reconciler.halted()).isEqualTo(3);
        assertThat(reconciler.reconcileConfirmed(fence)).isZero();

        assertThat(cluster.table.confirmHalt(TestCluster.server(1))).isTrue();
        assertThat(reconciler.reconcileConfirmed(fence)).isEqualTo(1_001);
        assertThat(cluster.table.halts())
                .extracting(ReconciliationHalt::server)
                .containsExactly(TestCluster.server(0), TestCluster.server(2));
        orphans(1_001);
        cluster.clock.advance(GRACE.plusMillis(1));
        assertThat(reconciler.reconcile(fence)).as("one pass was confirmed").isZero();
        assertThat(reconciler.halted()).isEqualTo(3);
    }

    @Test
    void confirmation_doesNotCoverWhatIsLostAfterIt() {
        orphans(1_001);
        cluster.clock.advance(GRACE.plusMillis(1));
        reconciler.reconcile(fence);
        cluster.table.confirmHalt(TestCluster.server(0));
        orphans(1_001);
        cluster.clock.advance(GRACE.plusMillis(1));

        assertThat(reconciler.reconcile(fence)).isZero();
        assertThat(cluster.table.halts())
                .extracting(ReconciliationHalt::found, ReconciliationHalt::confirmed)
                .contains(tuple(2_002L, 1_001L));
        assertThat(reconciler.reconcileConfirmed(fence)).isZero();
    }

    /** An empty database knows no leader, so it refuses what the table that it replaced would have carried out. */
    @Test
    void databaseReplacedBetweenCountAndCondemnation_keepsEverything() {
        WriteId orphan = cluster.send(SIX, bytes(15_100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        AtomicInteger listed = new AtomicInteger();
        cluster.at(0).before(MessageType.LIST_FRAGMENTS, request -> {
            if (listed.incrementAndGet() == 2) {
                cluster.table.claim("another");
            }
        });

        assertThatThrownBy(() -> reconciler.reconcile(fence))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.FENCED));
        assertThat(cluster.table.garbage(0, 10)).isEmpty();
        assertThat(cluster.fragmentsOf(orphan)).isEqualTo(6);
    }

    @Test
    void haltEnds_whenTheTableKnowsAgainWhatTheServerHolds() {
        orphans(1_001);
        cluster.clock.advance(GRACE.plusMillis(1));
        reconciler.reconcile(fence);
        assertThat(reconciler.halted()).isEqualTo(3);
        for (int number = 0; number < 3; number++) {
            FakeFlashServer server = cluster.at(number);
            server.fragments().keySet().stream().limit(2).toList().forEach(server.fragments()::remove);
        }

        assertThat(reconciler.reconcile(fence)).as("few enough by now").isEqualTo(3 * 999);
        assertThat(reconciler.halted()).isZero();
    }

    /** Sends that many writes of one fragment to servers 0 to 2; answers the last. */
    private WriteId orphans(int writes) {
        WriteId last = null;
        for (int i = 0; i < writes; i++) {
            last = cluster.send(rep(0, 1, 2), bytes(10, i));
        }
        return requireNonNull(last);
    }
}
