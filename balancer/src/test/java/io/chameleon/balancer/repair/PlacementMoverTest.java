package io.chameleon.balancer.repair;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlacementMoverTest {
    private static final Duration AFTER = Duration.ofMinutes(10);
    private static final int OBJECTS = 40;
    private static final IntFunction<String> NONE = number -> "";
    private static final IntFunction<String> IN_THREE = number -> "d" + number % 3;

    private TestCluster cluster = new TestCluster(12, 7, IN_THREE);
    private Repairer repairer = repairer();
    private long fence = cluster.table.claim("only").fence();

    @AfterEach
    void close() {
        cluster.close();
    }

    private Repairer repairer() {
        return cluster.balancer(TestCluster.config()).repairer();
    }

    private void use(TestCluster other) {
        cluster.close();
        cluster = other;
        repairer = repairer();
        fence = cluster.table.claim("only").fence();
    }

    /** Until there is nothing to do; bounded, since a mover that always finds something would never end. */
    private void repair() {
        for (int i = 0; i < 1_000; i++) {
            if (!repairer.step(fence)) {
                return;
            }
        }
        throw new AssertionError("no end of repair: " + cluster.table.repairStatus());
    }

    private void write(RedundancyScheme scheme, int length) {
        for (int i = 0; i < OBJECTS; i++) {
            Placement placed =
                    new Placement(scheme, cluster.flash().view().ring().select(object("o" + i), scheme, any -> true));
            cluster.write(object("o" + i), placed, bytes(length, i));
        }
    }

    private int most(Level level, int number) {
        ObjectMapping row = cluster.row(object("o" + number));
        return cluster.flash()
                .view()
                .ring()
                .domains()
                .spread(row.live().servers())
                .most(level);
    }

    private void assertAllComplete(int length) {
        for (int i = 0; i < OBJECTS; i++) {
            cluster.assertComplete(object("o" + i), bytes(length, i));
        }
    }

    @Test
    void zoneThatReturns_isGivenItsShareAgain() {
        write(RedundancyScheme.EC_4_2, 39_000);
        List<Integer> lost = List.of(2, 5, 8, 11);
        lost.forEach(cluster::lose);
        repair();
        cluster.clock.advance(AFTER);
        repair();
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(most(Level.ZONE, i)).as("rebuilt in two zones").isEqualTo(3);
        }
        cluster.clock.advance(AFTER);
        repair();
        assertThat(repairer.placementViolations(Level.ZONE)).isEqualTo(OBJECTS);

        lost.forEach(cluster::bringBack);
        cluster.clock.advance(Duration.ofSeconds(1));
        repair();
        repair();
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(most(Level.ZONE, i)).isEqualTo(2);
        }
        assertAllComplete(39_000);
        assertThat(repairer.placementViolations(Level.ZONE)).isZero();
    }

    @Test
    void objectsWrittenBeforeNodesWereKnown_areSpreadOverThem() {
        use(new TestCluster(9, 7, NONE, IN_THREE));
        for (int i = 0; i < OBJECTS; i++) {
            cluster.write(object("o" + i), TestCluster.ec(0, 3, 6, 1, 4, 2), bytes(39_000, i));
        }
        repair();
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(most(Level.NODE, i)).isEqualTo(2);
        }
        assertAllComplete(39_000);
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(cluster.row(object("o" + i)).live().servers())
                    .as("one fragment moved")
                    .filteredOn(server -> !List.of(
                                    TestCluster.server(0),
                                    TestCluster.server(3),
                                    TestCluster.server(6),
                                    TestCluster.server(1),
                                    TestCluster.server(4),
                                    TestCluster.server(2))
                            .contains(server))
                    .hasSize(1);
        }
    }

    /** A client that could not reach a server of the third node. */
    @Test
    void objectThatCrowdsANode_thoughNothingElseChanged_isSpreadWithinAMinuteWhereAWalkIsShort() {
        use(new TestCluster(9, 7, NONE, IN_THREE));
        write(RedundancyScheme.EC_4_2, 39_000);
        repair();
        cluster.write(object("o0"), TestCluster.ec(0, 3, 6, 1, 4, 2), bytes(39_000, 0));
        repair();
        assertThat(most(Level.NODE, 0)).isEqualTo(3);

        cluster.clock.advance(Duration.ofMinutes(1));
        repair();

        assertThat(most(Level.NODE, 0)).isEqualTo(2);
        assertAllComplete(39_000);
    }

    /**
     * Five of six are stored. In three zones of 3, 4 and 1 servers each zone can hold two at most, if the third does
     * not hold the padding.
     */
    @Test
    void paddingOnTheOnlyServerOfAZone_givesItsPlaceToAFragment() {
        use(new TestCluster(8, 7, number -> number < 3 ? "a" : number < 7 ? "b" : "c", NONE));
        cluster.write(object("page"), TestCluster.ec(0, 1, 3, 7, 4, 5), bytes(12_000, 1));
        ObjectMapping before = cluster.row(object("page"));
        assertThat(IntStream.range(0, 6).filter(index -> before.content().isStored(RedundancyScheme.EC_4_2, index)))
                .containsExactly(0, 1, 2, 4, 5);

        repair();

        cluster.assertComplete(object("page"), bytes(12_000, 1));
        List<ServerId> holding =
                new ArrayList<>(cluster.row(object("page")).live().servers());
        holding.remove(3);
        assertThat(cluster.flash().view().ring().domains().spread(holding).most(Level.ZONE))
                .isEqualTo(2);
        cluster.clock.advance(AFTER);
        repair();
        assertThat(repairer.placementViolations(Level.ZONE)).isZero();
    }

    /** Of one page, the first shard and two of parity are stored; the padding beside them crowds nothing. */
    @Test
    void padding_doesNotCount() {
        use(new TestCluster(9, 7, NONE, IN_THREE));
        Placement padded = TestCluster.ec(0, 3, 6, 1, 4, 2);
        cluster.write(object("page"), padded, bytes(4_000, 1));
        repair();
        assertThat(cluster.row(object("page")).live()).isEqualTo(padded);
        assertThat(repairer.placementViolations(Level.NODE)).isZero();

        Placement crowded = TestCluster.ec(0, 1, 2, 4, 3, 6);
        cluster.write(object("page"), crowded, bytes(4_000, 2));
        cluster.clock.advance(AFTER);
        repair();
        assertThat(cluster.row(object("page")).live()).isNotEqualTo(crowded);
        cluster.assertComplete(object("page"), bytes(4_000, 2));
    }

    @Test
    void twoNodes_keepWhatTheyHave_andAreCounted() {
        use(new TestCluster(8, 7, NONE, number -> "d" + number % 2));
        write(RedundancyScheme.EC_4_2, 39_000);
        cluster.servers()
                .forEach(server ->
                        assertThat(server.received(MessageType.PUT_FRAGMENT)).isZero());
        repair();
        cluster.servers()
                .forEach(server ->
                        assertThat(server.received(MessageType.PUT_FRAGMENT)).isZero());
        assertThat(repairer.placementViolations(Level.NODE)).isEqualTo(OBJECTS);
        assertThat(repairer.placementViolations(Level.ZONE)).isZero();
    }

    @Test
    void clusterWithoutZonesAndNodes_isNotWalkedOver() {
        use(new TestCluster(9, 7, NONE));
        write(RedundancyScheme.EC_4_2, 39_000);
        repair();
        assertThat(repairer.placementViolations(Level.NODE)).isZero();
        cluster.servers()
                .forEach(server ->
                        assertThat(server.received(MessageType.PUT_FRAGMENT)).isZero());
        cluster.servers()
                .forEach(server ->
                        assertThat(server.received(MessageType.WEAR_REPORT)).isZero());
    }

    @Test
    void fullServers_areNoBetterPlace() {
        use(new TestCluster(9, 7, NONE, IN_THREE));
        cluster.write(object("o0"), TestCluster.ec(0, 3, 6, 1, 4, 2), bytes(39_000, 0));
        cluster.at(5).fill(0.99);
        cluster.at(8).fill(0.99);
        cluster.at(7).fill(0.99);
        repair();
        assertThat(most(Level.NODE, 0)).as("nowhere to go").isEqualTo(3);
        assertThat(repairer.placementViolations(Level.NODE)).isEqualTo(1);
    }
}
