package io.chameleon.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.placement.PlacementRing.Member;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Servers 0 to 8, three on each of the nodes 0, 1 and 2. */
class CrowdingTest {
    private static final FailureDomains NODES = domains("node-0", "node-1", "node-2");

    private static FailureDomains domains(String... nodes) {
        return new FailureDomains(IntStream.range(0, 9)
                .mapToObj(i -> new Member(server(i), "", nodes.length == 0 ? "" : nodes[i / 3], 0))
                .toList());
    }

    private static ServerId server(int number) {
        return new ServerId("s" + number);
    }

    private static List<ServerId> on(int... servers) {
        return IntStream.of(servers).mapToObj(CrowdingTest::server).toList();
    }

    private static Crowding crowding(List<ServerId> servers, Integer... uncounted) {
        return new Crowding(
                NODES,
                RedundancyScheme.EC_4_2,
                servers,
                index -> !List.of(uncounted).contains(index));
    }

    /** The first server that holds nothing of the object, among those given. */
    private static Crowding.Place firstOf(int... free) {
        return (index, taken, holding) ->
                on(free).stream().filter(server -> !taken.contains(server)).findFirst();
    }

    @Test
    void twoCrowdedNodes_eachGiveOneFragment_toTheThird() {
        Crowding crowded = crowding(on(0, 1, 2, 3, 4, 5));
        assertThat(crowded.excess(Level.NODE)).isEqualTo(2);
        assertThat(crowded.relieve(firstOf(6, 7, 8))).isEqualTo(Map.of(0, server(6), 3, server(7)));
    }

    @Test
    void placementThatSurvivesEachLoss_asksForNoPlace() {
        assertThat(crowding(on(0, 1, 3, 4, 6, 7)).relieve((index, taken, holding) -> {
                    throw new AssertionError("a place for fragment " + index);
                }))
                .isEmpty();
    }

    @Test
    void fragmentOfACrowdedNode_staysWhereItIs_ifNoPlaceIsBetter() {
        assertThat(crowding(on(0, 1, 2, 3, 4, 6)).relieve(firstOf(5)))
                .as("node 1 would be crowded instead")
                .isEmpty();
        assertThat(crowding(on(0, 1, 2, 3, 4, 5)).relieve((index, taken, holding) -> Optional.empty()))
                .isEmpty();
    }

    @Test
    void fragmentThatIsOnNoServer_crowdsNobody() {
        Crowding missing = crowding(on(0, 1, 2, 3, 4, 6), 2);
        assertThat(missing.excess(Level.NODE)).isZero();
        assertThat(missing.relieve(firstOf(7))).isEmpty();
    }

    @Test
    void paddingThatHoldsTheLastFreePlace_makesRoomForAFragment() {
        Map<Integer, ServerId> moves = crowding(on(0, 1, 2, 3, 4, 6), 5).relieve((index, taken, holding) -> {
            List<ServerId> free = index == 5 ? on(5) : on(6);
            return free.stream().filter(server -> !taken.contains(server)).findFirst();
        });
        assertThat(moves).isEqualTo(Map.of(0, server(6), 5, server(5)));
    }

    @Test
    void serversThatFailOneByOne_areNeverCrowded() {
        Crowding alone = new Crowding(domains(), RedundancyScheme.parse("REP(1)"), on(0), index -> true);
        assertThat(alone.relieve(firstOf(1))).isEmpty();
    }
}
