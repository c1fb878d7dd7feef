package io.chameleon.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wide stripes over zones and nodes: that the loss of one is survived, where there are enough. */
class LocalSpreadTest {
    private static PlacementRing ring(int zones, int ofZone, int ofNode) {
        return new PlacementRing(IntStream.range(0, zones * ofZone)
                .mapToObj(i -> new PlacementRing.Member(
                        new ServerId("flash-" + i), "zone-" + i % zones, "node-" + i / zones / ofNode, 1L << 30))
                .toList());
    }

    private static void assertSurvives(PlacementRing ring, RedundancyScheme scheme, FailureDomains.Level level) {
        for (int key = 0; key < 200; key++) {
            List<ServerId> servers = ring.select(new ObjectId("photos", "key-" + key), scheme, server -> true);
            assertThat(new HashSet<>(servers)).hasSize(scheme.width());
            Map<Object, Set<Integer>> held = new HashMap<>();
            for (int index = 0; index < servers.size(); index++) {
                held.computeIfAbsent(ring.domains().domain(level, servers.get(index)), any -> new HashSet<>())
                        .add(index);
            }
            assertThat(held.values())
                    .as("%s of %s over %s", scheme, servers, level)
                    .allMatch(indexes -> scheme.margin(indexes) >= 0);
            assertThat(new Crowding(ring.domains(), scheme, servers, index -> true).excess(level))
                    .isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EC(8+3), 4, 6",
        "EC(17+3), 7, 4",
        "EC(10+10), 2, 12",
        "REP(3), 3, 3",
        "LRC(12+2+2), 4, 5",
        "LRC(12+2+2), 6, 4",
        "LRC(12+2+2), 16, 1",
        "LRC(8+4+2), 3, 7",
        "LRC(20+4+2), 5, 6",
        "LRC(4+2+1), 3, 3"
    })
    void lossOfAZone_isSurvived_byAnyWidth_whereThereAreEnough(String scheme, int zones, int ofZone) {
        assertSurvives(ring(zones, ofZone, 1), RedundancyScheme.parse(scheme), FailureDomains.Level.ZONE);
    }

    @ParameterizedTest
    @CsvSource({"LRC(12+2+2), 6, 4", "EC(17+3), 12, 2", "LRC(12+2+2), 4, 5"})
    void lossOfANode_isSurvived_inOneZone(String scheme, int nodes, int ofNode) {
        assertSurvives(ring(1, nodes * ofNode, ofNode), RedundancyScheme.parse(scheme), FailureDomains.Level.NODE);
    }

    @Test
    void codesWithoutGroups_andIncompletePlacements_areLeftAsTheyAre() {
        PlacementRing ring = ring(4, 5, 1);
        List<ServerId> some =
                ring.members().stream().map(PlacementRing.Member::id).limit(15).toList();
        assertThat(LocalSpread.arranged(ring.domains(), RedundancyScheme.parse("LRC(12+2+2)"), some))
                .isEqualTo(some);
        List<ServerId> six =
                ring.members().stream().map(PlacementRing.Member::id).limit(6).toList();
        assertThat(LocalSpread.arranged(ring.domains(), RedundancyScheme.EC_4_2, six))
                .isEqualTo(six);
    }
}
