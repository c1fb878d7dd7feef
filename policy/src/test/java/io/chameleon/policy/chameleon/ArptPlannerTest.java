package io.chameleon.policy.chameleon;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.rep;
import static io.chameleon.policy.Given.s;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.servers;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static io.chameleon.policy.Given.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ArptPlannerTest {
    private static final PolicyConfig HOT_8 =
            PolicyConfig.defaults().with().heatHot(8).swapsPerEpoch(0).build();
    /** s09 is the most worn, s00 the least. */
    private static final List<ServerLoad> UNEVEN = servers(100, 200, 300, 400, 500, 600, 700, 800, 900, 1000);

    @Test
    void hotStripe_becomesReplicasOnTheThreeLeastWorn() {
        Remap remap = only(plan(HOT_8, UNEVEN, stable("a", ec(4, 5, 6, 7, 8, 9), 8))); // reading 8: 8 is hot
        assertThat(remap.event()).isEqualTo(RedundancyEvent.UPGRADE);
        assertThat(remap.destination()).isEqualTo(rep(0, 1, 2));
        assertThat(remap.reason()).isEqualTo("ARPT: heat 8 >= 8");
        assertThat(remap.expectedVersion()).isEqualTo(100);
        assertThat(remap.epoch()).isEqualTo(Given.EPOCH);
    }

    @Test
    void coldReplicas_becomeAStripeOnTheSixMostWorn() {
        Remap remap = only(plan(HOT_8, UNEVEN, stable("a", rep(0, 1, 2), 0))); // readings 2 and 3
        assertThat(remap.event()).isEqualTo(RedundancyEvent.DOWNGRADE);
        assertThat(remap.destination()).isEqualTo(ec(9, 8, 7, 6, 5, 4));
        assertThat(remap.reason()).isEqualTo("ARPT: heat 0 < 8");
    }

    @Test
    void swappedObject_countsAsItsBasePolicy() {
        Candidate hot = waiting("hot", RedundancyState.EC_EWO, ec(4, 5, 6, 7, 8, 9), ec(3, 5, 6, 7, 8, 9), 8, 9);
        Candidate cold = waiting("cold", RedundancyState.REP_EWO, rep(0, 1, 2), rep(0, 1, 3), 0, 9);
        assertThat(only(plan(HOT_8, UNEVEN, hot)).event()).isEqualTo(RedundancyEvent.UPGRADE); // reading 9
        assertThat(only(plan(HOT_8, UNEVEN, cold)).event()).isEqualTo(RedundancyEvent.DOWNGRADE);
    }

    @Test
    void hottestAndColdest_areTakenFirst() {
        BalancePlan plan = plan(
                HOT_8,
                UNEVEN,
                stable("warm", ec(4, 5, 6, 7, 8, 9), 8),
                stable("hot", ec(4, 5, 6, 7, 8, 9), 16),
                stable("cool", rep(7, 8, 9), 1),
                stable("cold", rep(7, 8, 9), 0));
        assertThat(plan.remaps()).extracting(remap -> remap.id().key()).containsExactly("hot", "cold", "warm", "cool");
    }

    @Test
    void candidateLeftOver_whenWearIsEvenEnough_goesWhereTheRingSays() {
        // 192 writes of 16 pages at 1/32 bring s00 to s02 to the 96 erases of the others: even to within 5 %, and the
        // second
        // candidate is left over (reading 10).
        List<ServerLoad> servers = servers(0, 0, 0, 96, 96, 96, 96, 96, 96);
        Candidate first = stable("first", ec(3, 4, 5, 6, 7, 8), 384);
        Candidate second = stable("second", ec(3, 4, 5, 6, 7, 8), 8);
        ClusterSnapshot snapshot = snapshot(servers, first, second);
        assertThat(new ChameleonPolicy(HOT_8).plan(snapshot).remaps())
                .extracting(Remap::destination)
                .containsExactly(
                        rep(0, 1, 2),
                        new Placement(
                                RedundancyScheme.REP_3,
                                snapshot.ring().select(id("second"), RedundancyScheme.REP_3, server -> true)));
    }

    @Test
    void objectCreatedInThisEpoch_isNotDowngradedAtOnce() {
        Candidate created = new Candidate(
                id("new"),
                1,
                RedundancyState.REP,
                false,
                rep(0, 1, 2),
                rep(0, 1, 2),
                1,
                1,
                65_536,
                8 << 20,
                0,
                Given.EPOCH,
                0,
                true);
        assertThat(plan(HOT_8, UNEVEN, created).remaps()).isEmpty();
    }

    @Test
    void evenWear_changesNothing() {
        List<ServerLoad> even = servers(100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
        assertThat(plan(HOT_8, even, stable("a", rep(0, 1, 2), 0)).remaps()).isEmpty();
    }

    @Test
    void degradedObject_isLeftToRepair() {
        Candidate degraded = new Candidate(
                id("a"), 9, RedundancyState.REP, true, rep(0, 1, 2), rep(0, 1, 2), 0, 0, 65_536, 8 << 20, 0, 5, 0);
        assertThat(plan(HOT_8, UNEVEN, degraded).remaps()).isEmpty();
    }

    @Test
    void tooFewServersForAStripe_leavesReplicasAndSaysSo() {
        BalancePlan plan = plan(HOT_8, servers(1, 100, 200, 300), stable("a", rep(0, 1, 2), 0));
        assertThat(plan.remaps()).isEmpty();
        assertThat(plan.notes()).anyMatch(note -> note.startsWith("ARPT: 1 objects stay as they are"));
    }

    @Test
    void fullServer_isPassedOver() {
        List<ServerLoad> servers = UNEVEN.stream()
                .map(load -> load.id().equals(s(0)) ? server(0, 100, 9_200, "") : load)
                .toList();
        assertThat(only(plan(HOT_8, servers, stable("a", ec(4, 5, 6, 7, 8, 9), 8)))
                        .destination())
                .isEqualTo(rep(1, 2, 3));
    }

    @Test
    void serverThatTakesNoWrites_isPassedOver() {
        List<ServerLoad> servers = UNEVEN.stream()
                .map(load -> load.id().equals(s(1)) ? load.withWritable(false) : load)
                .toList();
        assertThat(only(plan(HOT_8, servers, stable("a", ec(4, 5, 6, 7, 8, 9), 8)))
                        .destination())
                .isEqualTo(rep(0, 2, 3));
    }

    @Test
    void zones_areSpreadWhereThereAreEnough() {
        List<ServerLoad> zoned = UNEVEN.stream()
                .map(load -> server(number(load.id()), load.erases(), 5_000, "zone-" + number(load.id()) / 4))
                .toList();
        assertThat(only(plan(HOT_8, zoned, stable("a", ec(4, 5, 6, 7, 8, 9), 8)))
                        .destination())
                .isEqualTo(rep(0, 4, 8));
    }

    private static int number(ServerId id) {
        return Integer.parseInt(id.value().substring(1));
    }

    private static BalancePlan plan(PolicyConfig config, List<ServerLoad> servers, Candidate... objects) {
        return new ChameleonPolicy(config).plan(snapshot(servers, objects));
    }

    private static Remap only(BalancePlan plan) {
        assertThat(plan.remaps()).hasSize(1);
        return Objects.requireNonNull(plan.remaps().getFirst());
    }
}
