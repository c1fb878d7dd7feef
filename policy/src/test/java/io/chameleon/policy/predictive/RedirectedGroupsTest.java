package io.chameleon.policy.predictive;

import static io.chameleon.policy.Given.EPOCH;
import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.s;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.servers;
import static io.chameleon.policy.Given.stable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.Schemes;
import io.chameleon.policy.ServerLoad;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Objects too many to be listed, which {@code predictive} moves by groups. */
class RedirectedGroupsTest {
    private static final PolicyConfig ONE_EPOCH =
            PolicyConfig.defaults().with().horizonEpochs(1).evenEnough(0).build();
    private static final HashRanges RANGES = new HashRanges(64);

    /** Its objects have shards of four pages; a write of one costs its server 4 / 32 erases. */
    private static ObjectGroup group(int range, Placement live, Placement next, double heat) {
        return new ObjectGroup(new Group(range, live), next, heat, Collections.nCopies(6, 4.0), 10);
    }

    private static ClusterSnapshot snapshot(List<ServerLoad> servers, List<Candidate> objects, ObjectGroup... groups) {
        return new ClusterSnapshot(
                EPOCH,
                servers,
                objects,
                List.of(groups),
                new Schemes(RedundancyScheme.REP_3, RedundancyScheme.EC_4_2),
                new PlacementRing(servers.stream().map(ServerLoad::member).toList()));
    }

    private static BalancePlan plan(ClusterSnapshot snapshot) {
        return new PredictivePolicy(ONE_EPOCH).plan(snapshot);
    }

    @Test
    void wearOfServersWithoutAListedObject_isEvenedOutByGroups() {
        ObjectGroup[] groups = new ObjectGroup[64];
        for (int i = 0; i < 64; i++) {
            groups[i] = group(i, ec(0, 1, 2, 3, 4, 5), ec(0, 1, 2, 3, 4, 5), 32);
        }
        BalancePlan plan = plan(snapshot(servers(100, 100, 100, 100, 100, 100, 100, 100), List.of(), groups));
        assertThat(plan.remaps()).isEmpty();
        assertThat(plan.redirects()).hasSizeGreaterThan(20);
        assertThat(plan.after().sigma()).isLessThan(0.3 * plan.before().sigma());
        assertThat(plan.redirects()).allSatisfy(redirect -> {
            assertThat(redirect.to().servers()).doesNotHaveDuplicates();
            assertThat(redirect.reason()).startsWith("wear: from s0");
        });
    }

    @Test
    void redirectInForce_isCountedAtItsDestination() {
        Placement to = ec(6, 1, 2, 3, 4, 5);
        ClusterSnapshot before = snapshot(
                servers(100, 100, 100, 100, 100, 100, 100), List.of(), group(0, ec(0, 1, 2, 3, 4, 5), to, 1600));
        BalancePlan plan = plan(before);
        // 800 writes an epoch wear s06 as they wear s01: only s00 is left out, and nothing else goes to s06.
        assertThat(plan.before().sigma()).isGreaterThan(30);
        assertThat(plan.redirects())
                .allMatch(redirect -> redirect.to().servers().contains(s(0)));
    }

    @Test
    void redirectToAServerThatTakesNoWrites_ends() {
        List<ServerLoad> servers = new ArrayList<>(servers(100, 100, 100, 100, 100, 100));
        servers.add(server(6, 100).withWritable(false));
        Placement live = ec(0, 1, 2, 3, 4, 5);
        BalancePlan plan = plan(snapshot(servers, List.of(), group(0, live, ec(6, 1, 2, 3, 4, 5), 16)));
        assertThat(plan.redirects())
                .extracting(Redirect::group, Redirect::to)
                .containsExactly(tuple(new Group(0, live), live));
    }

    @Test
    void groupWithoutRoomAtTheTarget_stays() {
        List<ServerLoad> servers = new ArrayList<>(servers(200, 100, 100, 100, 100, 100));
        servers.add(server(6, 90, 9_999, ""));
        BalancePlan plan = plan(snapshot(servers, List.of(), group(0, ec(0, 1, 2, 3, 4, 5), ec(0, 1, 2, 3, 4, 5), 64)));
        assertThat(plan.redirects()).isEmpty();
    }

    @Test
    void listedObjects_areTakenOutOfTheirGroup() {
        Placement at = ec(0, 1, 2, 3, 4, 5);
        Candidate listed = stable("listed", at, 100);
        int range = RANGES.of(listed.id());
        GroupHeat.Of whole = new GroupHeat.Of(new Group(range, at), 110, Collections.nCopies(6, 100.0 * 4 + 10 * 2));
        List<ObjectGroup> groups =
                ObjectGroup.of(List.of(whole), Redirects.none(RANGES), List.of(listed), servers(1, 1));
        assertThat(groups).singleElement().satisfies(group -> {
            assertThat(group.heat()).isCloseTo(10, within(1e-9));
            assertThat(group.pagesPerWrite().getFirst()).isCloseTo(2, within(1e-9));
            assertThat(group.next()).isEqualTo(at);
        });
        assertThat(ObjectGroup.of(
                        List.of(new GroupHeat.Of(new Group(range, at), 100, Collections.nCopies(6, 400.0))),
                        Redirects.none(RANGES),
                        List.of(listed),
                        servers(1, 1)))
                .isEmpty();
    }

    @Test
    void hottestObjects_areStillMovedOneByOne() {
        Candidate hot = stable("hot", ec(0, 1, 2, 3, 4, 5), 480);
        ObjectGroup rest = group(0, ec(0, 1, 2, 3, 4, 5), ec(0, 1, 2, 3, 4, 5), 64);
        BalancePlan plan = plan(snapshot(servers(200, 100, 100, 100, 100, 100, 99), List.of(hot), rest));
        assertThat(plan.remaps()).extracting(Remap::id).contains(hot.id());
        assertThat(plan.after().sigma()).isLessThan(plan.before().sigma());
    }
}
