package io.chameleon.balancer;

import static io.chameleon.balancer.TestCluster.GRACE;
import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.transport.MessageType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);

    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    private final Lock relocation = new ReentrantLock();
    private final Reconciler reconciler = reconciler(cluster.clock);

    private Reconciler reconciler(InstantSource clock) {
        return new Reconciler(cluster.table, cluster.flash(), clock, GRACE, relocation);
    }

    @Test
    void orphans_areDeletedOnceTheyAreOlderThanTheGracePeriod_andNothingElse() {
        cluster.write(object("cat"), SIX, bytes(2_500, 1));
        cluster.write(object("dog"), rep(0, 6, 7), bytes(100, 2));
        WriteId orphan = cluster.send(SIX, bytes(2_500, 3));

        cluster.clock.advance(GRACE);
        assertThat(reconciler.reconcile()).isZero();
        cluster.clock.advance(Duration.ofMillis(1));
        WriteId young = cluster.send(SIX, bytes(100, 4));

        assertThat(reconciler.reconcile()).isEqualTo(3 * 6);
        assertThat(cluster.fragmentsOf(orphan)).isZero();
        assertThat(cluster.fragmentsOf(young)).isEqualTo(6);
        cluster.assertComplete(object("cat"), bytes(2_500, 1));
        cluster.assertComplete(object("dog"), bytes(100, 2));
    }

    @Test
    void clockThatIsDaysAhead_deletesNoWriteWhoseCommitIsOnItsWay() {
        cluster.clock.advance(Duration.ofMinutes(1));
        WriteId inFlight = cluster.send(SIX, bytes(100, 1));
        Reconciler hasty = reconciler(InstantSource.offset(cluster.clock, Duration.ofDays(3)));

        assertThat(hasty.reconcile()).isZero();
        cluster.clock.advance(GRACE);
        assertThat(hasty.reconcile()).isZero();
        assertThat(cluster.commit(object("cat"), inFlight, SIX, bytes(100, 1), List.of())
                        .status())
                .isEqualTo(CommitResult.Status.COMMITTED);
        cluster.assertComplete(object("cat"), bytes(100, 1));
    }

    @Test
    void clockThatIsBehind_onlyDeletesLater() {
        WriteId orphan = cluster.send(SIX, bytes(100, 1));
        Reconciler late = reconciler(InstantSource.offset(cluster.clock, Duration.ofHours(-2)));
        cluster.clock.advance(GRACE.plusSeconds(1));
        assertThat(late.reconcile()).isZero();
        cluster.clock.advance(Duration.ofHours(2));
        assertThat(late.reconcile()).isEqualTo(6);
        assertThat(cluster.fragmentsOf(orphan)).isZero();
    }

    @Test
    void commitThatComesAfterItsFragmentsWereTrimmed_isRefused() {
        WriteId late = cluster.send(SIX, bytes(100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        reconciler.reconcile();
        assertThat(cluster.commit(object("cat"), late, SIX, bytes(100, 1), List.of())
                        .status())
                .isEqualTo(CommitResult.Status.TOO_OLD);
    }

    @Test
    void listing_goesOverManyPages() {
        for (int i = 0; i < 700; i++) {
            cluster.send(rep(0, 1, 2), bytes(2_500, i));
        }
        cluster.write(object("cat"), rep(0, 1, 2), bytes(100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));

        assertThat(reconciler.reconcile()).isEqualTo(700 * 3 * 3);
        assertThat(cluster.at(0).received(MessageType.LIST_FRAGMENTS)).isGreaterThan(2);
        cluster.assertComplete(object("cat"), bytes(100, 1));
    }

    @Test
    void serverThatFails_doesNotKeepTheOthersFromBeingCleaned() {
        WriteId orphan = cluster.send(SIX, bytes(100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        cluster.at(0).fail(MessageType.LIST_FRAGMENTS, ErrorCode.INTERNAL);
        cluster.at(1).fail(MessageType.DELETE_FRAGMENTS, ErrorCode.INTERNAL);
        cluster.at(2).status(ServerInfo.Status.DOWN);

        assertThat(reconciler.reconcile()).isEqualTo(3);
        assertThat(cluster.fragmentsOf(orphan)).isEqualTo(3);
        cluster.servers().forEach(FakeFlashServer::heal);
        cluster.at(2).status(ServerInfo.Status.UP);
        assertThat(reconciler.reconcile()).isEqualTo(3);
    }

    @Test
    void copyOfAMigrationThatIsNotFlippedYet_isLeftAlone() {
        long fence = cluster.table.claim("only").fence();
        cluster.write(object("cat"), SIX, bytes(100, 1));
        ObjectMapping waiting = cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        cluster.clock.advance(GRACE.multipliedBy(3));
        new ObjectCopy(waiting, cluster.flash().fragments(cluster.flash().view()), TestCode::encode, cluster.writeIds())
                .copy();

        assertThat(reconciler.reconcile()).isZero();
        assertThat(cluster.at(9).holds(waiting.writeId())).isTrue();
    }

    /** Between the question what is live and the deletion no migration may make a leftover live again. */
    @Test
    void migration_waitsWhileOrphansAreBeingDeleted() throws Exception {
        cluster.send(SIX, bytes(100, 1));
        cluster.clock.advance(GRACE.plusMillis(1));
        CountDownLatch tried = new CountDownLatch(1);
        cluster.at(0).beforeNext(MessageType.DELETE_FRAGMENTS, () -> {
            assertThat(relocation.tryLock()).isFalse();
            tried.countDown();
        });
        assertThat(reconciler.reconcile()).isEqualTo(6);
        assertThat(tried.await(0, TimeUnit.SECONDS)).isTrue();
        assertThat(relocation.tryLock()).isTrue();
    }
}
