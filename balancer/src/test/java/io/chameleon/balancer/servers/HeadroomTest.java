package io.chameleon.balancer.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HeadroomTest {
    private static final RedundancyScheme COPIES = RedundancyScheme.REP_3;

    @AutoClose
    private final TestCluster cluster = new TestCluster(3);

    private final ObjectContent page = new ObjectContent(new WriteId(1, 1), 4_096, 8 << 20, 7, "", Map.of());
    private final FlashServers flash = cluster.flash();
    private final Headroom headroom = flash.headroom(0.05, cluster.clock).of(flash.view());

    private boolean fits(int server) {
        return headroom.fits(TestCluster.server(server), page, COPIES, 0);
    }

    private boolean mayFit(int server) {
        return headroom.mayFit(TestCluster.server(server), page, COPIES, 0);
    }

    private long reports() {
        return cluster.servers().stream()
                .mapToLong(server -> server.received(MessageType.WEAR_REPORT))
                .sum();
    }

    @Test
    void server_isAskedWhenItsRoomIsNeeded_andAgainAMinuteLater() {
        assertThat(mayFit(0)).isTrue();
        assertThat(reports()).isZero();
        assertThat(fits(0)).isTrue();
        assertThat(fits(0)).isTrue();
        assertThat(reports()).isEqualTo(1);

        cluster.at(0).fill(0.96);
        assertThat(fits(0)).as("as known").isTrue();
        cluster.clock.advance(Duration.ofMinutes(1));
        assertThat(fits(0)).isFalse();
        assertThat(mayFit(0)).isFalse();
        assertThat(reports()).isEqualTo(2);
    }

    @Test
    void whatIsReserved_isGone() {
        cluster.at(1).fill(0.9498);
        int taken = 0;
        while (fits(1)) {
            headroom.reserve(TestCluster.server(1), page, COPIES, 0);
            taken++;
        }
        assertThat(taken).isEqualTo(2);
    }

    @Test
    void silentServer_countsAsFullForAWhile() {
        cluster.at(2).fail(MessageType.WEAR_REPORT, ErrorCode.DEADLINE_EXCEEDED);
        assertThat(fits(2)).isFalse();
        cluster.at(2).heal();
        assertThat(fits(2)).isFalse();
        cluster.clock.advance(Duration.ofMinutes(1));
        assertThat(fits(2)).isTrue();
    }

    @Test
    void unknownServer_hasNoRoom() {
        assertThat(fits(99)).isFalse();
    }
}
