package io.chameleon.balancer.garbage;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static io.chameleon.balancer.TestCluster.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LostGarbageTest {
    @AutoClose
    private final TestCluster cluster = new TestCluster(12);

    private final LostGarbage lost = new LostGarbage(cluster.table, cluster.table, TestCluster.MOST_PER_PAGE);
    private final long fence = cluster.table.claim("only").fence();

    /** One is lost, one is unreachable, one is up: a row waits for each. */
    private void overwriteWithServersAway() {
        cluster.write(object("cat"), rep(0, 1, 2), bytes(100, 1));
        cluster.write(object("cat"), rep(3, 4, 5), bytes(100, 2));
        cluster.table.begin(fence, server(0));
    }

    private void finish() {
        Evacuation record = cluster.table.evacuating().records().getFirst();
        cluster.table.progress(fence, record.finished(cluster.clock.millis()));
    }

    @Test
    void rowsOfALostServer_areGivenUp_aWeekAfterAllThatItHeldWasQueued_andNoOthers() {
        overwriteWithServersAway();
        cluster.clock.advance(LostGarbage.WAITED.multipliedBy(2));
        assertThat(lost.giveUp()).as("what it held is not all queued").isZero();
        finish();
        cluster.clock.advance(LostGarbage.WAITED.minusMillis(1));
        assertThat(lost.giveUp()).isZero();
        cluster.clock.advance(Duration.ofMillis(1));

        assertThat(lost.giveUp()).isEqualTo(1);
        assertThat(lost.giveUp()).isZero();
        assertThat(cluster.table.garbage(0, 100)).extracting(Garbage::server).containsExactly(server(1), server(2));
    }

    @Test
    void serverThatComesBackAfterThat_isCleanedByReconciliation() {
        overwriteWithServersAway();
        finish();
        cluster.clock.advance(LostGarbage.WAITED);
        assertThat(lost.giveUp()).isEqualTo(1);
        assertThat(cluster.at(0).fragments()).hasSize(1);

        cluster.balancer(TestCluster.config()).reconciler().reconcile(fence);
        new Reaper(
                        cluster.table,
                        cluster.flash(),
                        Duration.ZERO,
                        TestCluster.GRACE,
                        cluster.clock,
                        TestCluster.MOST_PER_PAGE)
                .reap();

        assertThat(cluster.at(0).fragments()).isEmpty();
        cluster.assertComplete(object("cat"), bytes(100, 2));
    }
}
