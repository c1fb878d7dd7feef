package io.chameleon.balancer.repair;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The leader says the same of a drain as {@code chameleon repair status}. */
class DrainNotesTest {
    @AutoClose
    private final TestCluster cluster = new TestCluster(9);

    private final long fence = cluster.table.claim("only").fence();
    private final Repairer repairer = cluster.balancer(TestCluster.config()).repairer();

    private RepairReport report() {
        repairer.refreshStatus();
        return repairer.report();
    }

    /** Walks that are due, and the time in which others become due. */
    private void walk() {
        IntStream.range(0, 10).forEach(any -> repairer.step(fence));
        cluster.clock.advance(Duration.ofMinutes(2));
    }

    @Test
    void drainThatFindsNoRoom_saysHowFullTheOthersAre_andNothingOtherwise() {
        cluster.write(object("cat"), ec(0, 1, 2, 3, 4, 5), bytes(48_000, 1));
        IntStream.range(6, 9).forEach(number -> cluster.at(number).fill(0.99));
        IntStream.range(0, 6).forEach(number -> cluster.at(number).fill(0.98));
        cluster.at(4).fill(0.975);
        assertThat(report().notes()).isEmpty();
        cluster.table.drain(server(2));
        assertThat(report().notes()).as("it has not begun").isEmpty();
        walk();
        walk();
        assertThat(report().status().drainStandsStill()).isTrue();
        assertThat(report().notes())
                .containsExactly(
                        "note: of 8 other servers that take fragments, " + server(4)
                                + " is the emptiest: 97.5 % full. A drain leaves balancer.headroom free on each (5 % by default)");

        cluster.servers().forEach(each -> each.fail(MessageType.WEAR_REPORT, ErrorCode.UNAVAILABLE));
        assertThat(report().notes()).as("nobody says").isEmpty();
        cluster.servers().forEach(FakeFlashServer::heal);
        IntStream.range(6, 9).forEach(number -> cluster.at(number).fill(0.5));
        walk();
        walk();
        assertThat(report().notes()).isEmpty();
    }

    @Test
    void report_namesHaltsOfReconciliation() {
        cluster.table.halt(fence, server(3), 7, 10);
        assertThat(report().halts()).extracting(ReconciliationHalt::server).containsExactly(server(3));
    }
}
