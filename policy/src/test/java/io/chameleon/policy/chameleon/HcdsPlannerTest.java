package io.chameleon.policy.chameleon;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.rep;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.servers;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static io.chameleon.policy.Given.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.PolicyConfigBuilder;
import io.chameleon.policy.ServerLoad;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HcdsPlannerTest {
    /** One epoch ahead, ARPT never acts. A shard of heat h costs h / 2 * 4 / 32 = h / 16 erases an epoch. */
    private static PolicyConfigBuilder oneEpoch() {
        return PolicyConfig.defaults().with().sigmaArpt(1e9);
    }

    private static final List<ServerLoad> S0_WORN = servers(200, 100, 100, 100, 100, 100, 99);

    @Test
    void hottestOfTheMostWorn_goesToTheLeastWorn_inItsPlace() {
        BalancePlan plan = plan(
                oneEpoch().swapsPerEpoch(1).build(),
                S0_WORN,
                stable("hot", ec(5, 4, 0, 3, 2, 1), 160),
                stable("warm", ec(0, 1, 2, 3, 4, 5), 80));
        assertThat(plan.remaps()).hasSize(1); // reading 1
        Remap remap = plan.remaps().getFirst();
        assertThat(remap.id()).isEqualTo(id("hot"));
        assertThat(remap.event()).isEqualTo(RedundancyEvent.SWAP);
        assertThat(remap.destination()).isEqualTo(ec(5, 4, 6, 3, 2, 1)); // the other five keep their index
        assertThat(remap.reason()).isEqualTo("HCDS: hottest of s00 (more worn) to s06");
        assertThat(plan.after().sigma()).isLessThan(plan.before().sigma());
    }

    @Test
    void target_thatHoldsTheObjectInEitherArray_isPassedOver() {
        // s06 is the least worn, but it still holds the committed version of "a" (reading 19); s07 is next.
        List<ServerLoad> servers = servers(200, 100, 100, 100, 100, 100, 90, 91);
        Candidate object = waiting("a", RedundancyState.EC_EWO, ec(6, 1, 2, 3, 4, 5), ec(0, 1, 2, 3, 4, 5), 160, 9);
        BalancePlan plan = plan(oneEpoch().swapsPerEpoch(1).build(), servers, object);
        assertThat(plan.remaps()).hasSize(1);
        assertThat(plan.remaps().getFirst().event()).isEqualTo(RedundancyEvent.RETARGET);
        assertThat(plan.remaps().getFirst().destination()).isEqualTo(ec(7, 1, 2, 3, 4, 5));
    }

    @Test
    void coldestPartner_comesBackFromTheTarget() {
        Candidate hot = stable("hot", ec(0, 1, 2, 3, 4, 5), 160);
        Candidate cold = stable("cold", ec(6, 1, 2, 3, 4, 5), 0);
        Candidate cool = stable("cool", ec(6, 1, 2, 3, 4, 5), 2);
        BalancePlan plan = plan(oneEpoch().swapsPerEpoch(1).build(), S0_WORN, hot, cool, cold);
        assertThat(plan.remaps()).extracting(Remap::id).containsExactly(id("hot"), id("cold")); // reading 1
        assertThat(plan.remaps().getLast().destination()).isEqualTo(ec(0, 1, 2, 3, 4, 5));
        assertThat(plan.remaps().getLast().reason()).isEqualTo("HCDS: coldest of s06 (less worn) comes back to s00");

        Candidate asHot = stable("cold", ec(6, 1, 2, 3, 4, 5), 160);
        assertThat(plan(oneEpoch().swapsPerEpoch(1).build(), S0_WORN, hot, asHot)
                        .remaps())
                .extracting(Remap::id)
                .containsExactly(id("hot"));
    }

    @Test
    void hottest_isTakenHoweverFarItOvershoots() {
        // 160 erases to s06, which is 101 behind s00: Algorithm 2 does not check that.
        BalancePlan plan = plan(
                oneEpoch().swapsPerEpoch(1).build(),
                S0_WORN,
                stable("heavy", ec(0, 1, 2, 3, 4, 5), 2560),
                stable("light", ec(0, 1, 2, 3, 4, 5), 16));
        assertThat(plan.remaps()).extracting(Remap::id).containsExactly(id("heavy"));
    }

    @Test
    void whatNobodyWrites_isNotSwapped_sinceItWouldOnlyBeCopied() {
        PolicyConfig config = oneEpoch().coldMigrationAfterEpochs(3).build();
        Candidate idle = stable("idle", ec(0, 1, 2, 3, 4, 5), 160, Given.EPOCH - 3);
        Candidate written = stable("written", ec(0, 1, 2, 3, 4, 5), 16, Given.EPOCH - 2);

        assertThat(plan(config, S0_WORN, idle).remaps()).isEmpty();
        assertThat(plan(config, S0_WORN, idle, written).remaps())
                .extracting(Remap::id)
                .containsExactly(id("written"));
    }

    @Test
    void evenWear_movesNothing() {
        assertThat(plan(oneEpoch().build(), servers(100, 100, 100, 100, 100, 100), stable("a", ec(0, 1, 2, 3, 4, 5), 9))
                        .remaps())
                .isEmpty();
    }

    @Test
    void swaps_areBoundedAndMayStartLater() {
        List<Candidate> objects = IntStream.range(0, 50)
                .mapToObj(i -> stable("o" + i, ec(0, 1, 2, 3, 4, 5), 4))
                .toList();
        ClusterSnapshot snapshot = snapshot(S0_WORN, objects);
        assertThat(new ChameleonPolicy(oneEpoch().swapsPerEpoch(7).build())
                        .plan(snapshot)
                        .remaps())
                .hasSize(7); // reading 4
        assertThat(new ChameleonPolicy(
                                oneEpoch().hcdsFromEpoch((int) Given.EPOCH + 1).build())
                        .plan(snapshot)
                        .remaps())
                .isEmpty();
    }

    @Test
    void asPrinted_goesOnAddingToTheLeastWornUntilCandidatesOrSwapsRunOut() {
        List<Candidate> objects = IntStream.range(0, 50)
                .mapToObj(i -> stable("o" + i, ec(0, 1, 2, 3, 4, 5), 4))
                .toList();
        PolicyConfig config = oneEpoch().asPrinted(true).build();
        BalancePlan plan = new ChameleonPolicy(config).plan(snapshot(S0_WORN, objects));
        assertThat(plan.remaps()).hasSize(50); // reading 4: the source never gets better, so nothing stops it
        assertThat(plan.notes()).anyMatch(note -> note.startsWith("HCDS: stopped after 50 swaps"));
    }

    @Test
    void zones_stayAsSpreadAsTheyWere() {
        // Three zones, one replica in each; the least worn server is in a zone that has one, the next is in s00's own.
        List<ServerLoad> zoned = List.of(
                server(0, 200, 5_000, "a"),
                server(1, 100, 5_000, "b"),
                server(2, 100, 5_000, "c"),
                server(3, 90, 5_000, "b"),
                server(4, 95, 5_000, "a"));
        BalancePlan plan = plan(oneEpoch().heatHot(8).swapsPerEpoch(1).build(), zoned, stable("x", rep(0, 1, 2), 16));
        assertThat(plan.remaps()).extracting(Remap::destination).containsExactly(rep(4, 1, 2));
    }

    @Test
    void fullTarget_isPassedOver() {
        List<ServerLoad> servers =
                List.of(server(0, 200), server(1, 100), server(2, 100), server(3, 50, 9_199, ""), server(4, 90));
        BalancePlan plan = plan(oneEpoch().heatHot(8).swapsPerEpoch(1).build(), servers, stable("x", rep(0, 1, 2), 16));
        assertThat(plan.remaps()).extracting(Remap::destination).containsExactly(rep(4, 1, 2));
    }

    @Test
    void stripesOnAsManyServersAsThereAre_cannotMove() {
        BalancePlan plan =
                plan(oneEpoch().build(), servers(200, 100, 100, 100, 100, 100), stable("a", ec(0, 1, 2, 3, 4, 5), 16));
        assertThat(plan.remaps()).isEmpty();
        assertThat(plan.notes())
                .containsExactly(
                        "HCDS: stopped after 0 swaps: nothing left to exchange between the most and the least worn servers");
    }

    private static BalancePlan plan(PolicyConfig config, List<ServerLoad> servers, Candidate... objects) {
        return new ChameleonPolicy(config).plan(snapshot(servers, objects));
    }
}
