package io.chameleon.balancer.repair;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Placement;
import io.chameleon.testkit.fake.StoredFragment;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InventoryTest {
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);
    private static final Duration ROUND = Duration.ofMinutes(11);

    @AutoClose
    private final TestCluster cluster = new TestCluster(9);

    private final long fence = cluster.table.claim("only").fence();
    private final Repairer repairer = cluster.balancer(TestCluster.config()).repairer();

    /** Long enough for a round over all servers. */
    private void steps() {
        for (int i = 0; i < 200; i++) {
            boolean unused = repairer.step(fence);
        }
    }

    private long repaired() {
        return cluster.table.repairStatus().run().objects();
    }

    /** The device has its id, so only what it does not hold gives it away. */
    @Test
    void oldImage_getsBackWhatWasWrittenSince() {
        cluster.write(object("before"), SIX, bytes(48_000, 1));
        Map<FragmentId, StoredFragment> image = Map.copyOf(cluster.at(2).fragments());
        cluster.write(object("since"), SIX, bytes(48_000, 2));
        cluster.at(2).loseAll();
        cluster.at(2).fragments().putAll(image);
        cluster.clock.advance(ROUND);
        steps();
        cluster.assertComplete(object("before"), bytes(48_000, 1));
        cluster.assertComplete(object("since"), bytes(48_000, 2));
        assertThat(repaired()).isEqualTo(1);
    }

    /** One segment of a fragment's three is gone. */
    @Test
    void lostSegment_isFound() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        WriteId write = cluster.row(object("cat")).writeId();
        cluster.at(5).fragments().remove(new FragmentId(write, 1, 5));
        cluster.clock.advance(ROUND);
        steps();
        cluster.assertComplete(object("cat"), bytes(48_000, 1));
    }

    /** A list that is older than a write cannot contain it. */
    @Test
    void freshObject_isLeftToTheNextRound() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        cluster.at(2).loseAll();
        steps();
        assertThat(cluster.row(object("cat")).degraded()).isFalse();
        cluster.clock.advance(ROUND);
        steps();
        cluster.clock.advance(ROUND);
        steps();
        cluster.assertComplete(object("cat"), bytes(48_000, 1));
    }

    @Test
    void wholeObjects_andPadding_areNotTouched() {
        cluster.write(object("page"), SIX, bytes(4_000, 1));
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        long version = cluster.row(object("page")).version();
        cluster.clock.advance(ROUND);
        steps();
        assertThat(repaired()).isZero();
        assertThat(cluster.row(object("page")).version()).isEqualTo(version);
    }

    @Test
    void serverThatDoesNotAnswer_keepsNoOther_andIsLookedAtLater() {
        cluster.write(object("cat"), ec(0, 1, 2, 3, 5, 6), bytes(48_000, 1));
        cluster.write(object("dog"), ec(0, 4, 2, 3, 5, 6), bytes(48_000, 2));
        cluster.clock.advance(ROUND);
        cluster.at(1).fail(MessageType.LIST_FRAGMENTS, ErrorCode.UNAVAILABLE);
        cluster.at(1).loseAll();
        cluster.at(4).loseAll();
        steps();
        cluster.assertComplete(object("dog"), bytes(48_000, 2));
        assertThat(cluster.at(1).fragments()).isEmpty();
        cluster.at(1).heal();
        cluster.clock.advance(ROUND);
        steps();
        cluster.assertComplete(object("cat"), bytes(48_000, 1));
    }

    /** It does not have to wait for a round over all of a large cluster. */
    @Test
    void serverThatReturns_isLookedAtFirst_betweenRounds() {
        cluster.write(object("cat"), SIX, bytes(48_000, 1));
        cluster.clock.advance(ROUND);
        steps();
        cluster.at(3).status(ServerInfo.Status.DOWN);
        steps();
        cluster.at(3).loseAll();
        cluster.at(3).status(ServerInfo.Status.UP);
        steps();
        cluster.assertComplete(object("cat"), bytes(48_000, 1));
        assertThat(cluster.row(object("cat")).live().servers()).contains(server(3));
    }
}
