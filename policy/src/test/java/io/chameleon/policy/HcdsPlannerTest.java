package io.chameleon.policy;

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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HcdsPlannerTest {
    /** One epoch ahead, ARPT never acts. A shard of heat h costs h / 2 * 4 / 32 = h / 16 erases an epoch. */
    private static PolicyConfig.Builder oneEpoch() {
        return PolicyConfig.builder().sigmaArpt(1e9).horizonEpochs(1);
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
    void fragmentThatWouldTurnTheOrderAround_isNoCandidate() {
        // 800 / 16 = 50 erases: s06 would be at 149, s00 at 250 - 50 = 200; fine. 1600 / 16 = 100: 199 against 200;
        // 1632: not.
        Candidate heavy = stable("heavy", ec(0, 1, 2, 3, 4, 5), 1648);
        Candidate light = stable("light", ec(0, 1, 2, 3, 4, 5), 16);
        assertThat(plan(oneEpoch().swapsPerEpoch(1).build(), S0_WORN, heavy, light)
                        .remaps())
                .extracting(Remap::id)
                .containsExactly(id("light"));
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
    void objectTooColdToBeWrittenBeforeItsIntentExpires_stays() {
        PolicyConfig config = oneEpoch().intentExpiryEpochs(8).build();
        Candidate cold = stable("cold", ec(0, 1, 2, 3, 4, 5), 0.24); // 0.12 writes an epoch: less than one in 8
        assertThat(plan(config, S0_WORN, cold).remaps()).isEmpty();
        Candidate warmer = stable("warmer", ec(0, 1, 2, 3, 4, 5), 0.26);
        assertThat(plan(config, S0_WORN, warmer).remaps()).hasSize(1);
    }

    @Test
    void coldPartner_comesBackWhereTheTargetIsTheFullerOne() {
        Candidate hot = stable("hot", ec(0, 1, 2, 3, 4, 5), 160);
        Candidate cold = stable("cold", ec(6, 1, 2, 3, 4, 5), 0);
        List<ServerLoad> fuller = List.of(
                server(0, 200),
                server(1, 100),
                server(2, 100),
                server(3, 100),
                server(4, 100),
                server(5, 100),
                server(6, 99, 5_200, ""));
        BalancePlan plan = plan(oneEpoch().swapsPerEpoch(1).build(), fuller, hot, cold);
        assertThat(plan.remaps()).extracting(Remap::id).containsExactly(id("hot"), id("cold"));
        assertThat(plan.remaps().getLast().destination()).isEqualTo(ec(0, 1, 2, 3, 4, 5));
        assertThat(plan.remaps().getLast().reason()).isEqualTo("HCDS: coldest of s06 (less worn) makes room, to s00");

        Candidate hardlyColder = stable("cold", ec(6, 1, 2, 3, 4, 5), 41); // more than a quarter of 160
        assertThat(plan(oneEpoch().swapsPerEpoch(1).build(), fuller, hot, hardlyColder)
                        .remaps())
                .extracting(Remap::id)
                .containsExactly(id("hot"));
    }

    @Test
    void emptierTarget_needsNoPartner() {
        List<ServerLoad> emptier = List.of(
                server(0, 200),
                server(1, 100),
                server(2, 100),
                server(3, 100),
                server(4, 100),
                server(5, 100),
                server(6, 99, 4_800, ""));
        assertThat(plan(
                                oneEpoch().swapsPerEpoch(1).build(),
                                emptier,
                                stable("hot", ec(0, 1, 2, 3, 4, 5), 160),
                                stable("cold", ec(6, 1, 2, 3, 4, 5), 0))
                        .remaps())
                .extracting(Remap::id)
                .containsExactly(id("hot"));
    }

    @Test
    void equallyWarmObjects_areMovedUntilTheForecastIsEven() {
        // The ring gave s00 to s05 all of 60 objects and s06, s07 none. Ten epochs ahead they differ by 60 * 8 / 16 *
        // 10 = 300.
        List<Candidate> objects = IntStream.range(0, 60)
                .mapToObj(i -> stable("o%02d".formatted(i), ec(0, 1, 2, 3, 4, 5), 8))
                .toList();
        PolicyConfig config = PolicyConfig.builder().horizonEpochs(10).build();
        BalancePlan plan =
                new ChameleonPolicy(config).plan(snapshot(servers(100, 100, 100, 100, 100, 100, 100), objects));
        assertThat(plan.before().sigma()).isGreaterThan(100);
        assertThat(plan.after().sigma()).isLessThanOrEqualTo(plan.after().threshold(0.02));
        assertThat(plan.remaps()).hasSizeLessThanOrEqualTo(60);
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
    void fullTarget_sendsItsColdestToTheEmptiest_soThatItHasRoomLater() {
        List<ServerLoad> servers = new ArrayList<>(servers(200, 150, 150, 150, 150, 150, 150));
        servers.add(server(7, 50, 9_190, "")); // bound 0.92: not even a shard fits beside a reserve
        servers.add(server(8, 150, 4_000, ""));
        List<Candidate> objects = new ArrayList<>();
        objects.add(stable("hot", rep(0, 1, 2), 200)); // 16 pages
        IntStream.range(0, 90)
                .mapToObj(i -> stable("cold%02d".formatted(i), ec(7, 1, 2, 3, 4, 5), 0))
                .forEach(objects::add);
        PolicyConfig config = oneEpoch().maxFillOverMean(2).heatHot(8).build();
        BalancePlan plan = new ChameleonPolicy(config).plan(snapshot(servers, objects));
        List<Remap> fromFull = plan.remaps().stream()
                .filter(remap -> remap.reason().startsWith("HCDS: coldest of s07 (full, little worn) makes room"))
                .toList();
        // Down to 0.92 - 0.03: 290 pages, 73 shards of 4, all to the emptiest.
        assertThat(fromFull).hasSize(73).extracting(Remap::destination).containsOnly(ec(8, 1, 2, 3, 4, 5));
        assertThat(fromFull.getFirst().id()).isEqualTo(id("cold00"));
    }

    @Test
    void stripesOnAsManyServersAsThereAre_cannotMove() {
        BalancePlan plan =
                plan(oneEpoch().build(), servers(200, 100, 100, 100, 100, 100), stable("a", ec(0, 1, 2, 3, 4, 5), 16));
        assertThat(plan.remaps()).isEmpty();
        assertThat(plan.notes())
                .containsExactly(
                        "HCDS: stopped after 0 swaps: no fragment left that would narrow the gap and has room");
    }

    private static BalancePlan plan(PolicyConfig config, List<ServerLoad> servers, Candidate... objects) {
        return new ChameleonPolicy(config).plan(snapshot(servers, objects));
    }
}
