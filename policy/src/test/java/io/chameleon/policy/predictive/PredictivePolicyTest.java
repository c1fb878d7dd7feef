package io.chameleon.policy.predictive;

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
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.PolicyConfigBuilder;
import io.chameleon.policy.ServerLoad;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each decision and each guard of {@code predictive}, on a cluster small enough to work out by hand. */
class PredictivePolicyTest {
    private static final List<ServerLoad> S0_WORN = servers(200, 100, 100, 100, 100, 100, 99);

    /** One epoch ahead. A shard of heat h costs h / 2 * 4 / 32 = h / 16 erases. */
    private static PolicyConfigBuilder oneEpoch() {
        return PolicyConfig.defaults().with().horizonEpochs(1).maxExtraWrites(0);
    }

    private static PolicyConfigBuilder oneMove() {
        // All other costs are left out, so a single move suffices.
        return oneEpoch().evenEnough(0);
    }

    @Test
    void fragmentThatWouldTurnTheOrderAround_isNoCandidate() {
        // 800 / 16 = 50 erases: s06 would be at 149, s00 at 250 - 50 = 200; fine. 1648 / 16 = 103: 202 against 200.
        Candidate heavy = stable("heavy", ec(0, 1, 2, 3, 4, 5), 1648);
        Candidate light = stable("light", ec(0, 1, 2, 3, 4, 5), 16);
        assertThat(plan(oneMove().build(), S0_WORN, heavy, light).remaps())
                .extracting(Remap::id)
                .containsExactly(id("light"));
    }

    @Test
    void bestFit_isTheMostWrittenFragmentThatDoesNotOvershoot() {
        // s00 will be at 200 + (1648 + 480 + 160) / 16 = 343, s06 at 99: half of the gap is 122. "heavy" is 103, the
        // others fit too.
        // After it, s00 and s06 are at 240 and 202: half is 19, so 480 / 16 = 30 is too much and 160 / 16 = 10 is not.
        BalancePlan plan = plan(
                oneMove().build(),
                S0_WORN,
                stable("heavy", ec(0, 1, 2, 3, 4, 5), 1648),
                stable("medium", ec(0, 1, 2, 3, 4, 5), 480),
                stable("light", ec(0, 1, 2, 3, 4, 5), 160));
        assertThat(plan.remaps()).extracting(Remap::id).startsWith(id("heavy"), id("light"));
        assertThat(plan.remaps().getFirst().destination()).isEqualTo(ec(6, 1, 2, 3, 4, 5));
        assertThat(plan.remaps().getFirst().reason()).isEqualTo("wear: from s00 to s06");
        assertThat(plan.after().sigma()).isLessThan(plan.before().sigma());
    }

    @Test
    void objectTooColdToBeWrittenBeforeItsIntentExpires_stays() {
        PolicyConfig config = oneMove().intentExpiryEpochs(8).build();
        Candidate cold = stable("cold", ec(0, 1, 2, 3, 4, 5), 0.24); // 0.12 writes an epoch: less than one in 8
        assertThat(plan(config, S0_WORN, cold).remaps()).isEmpty();
        Candidate warmer = stable("warmer", ec(0, 1, 2, 3, 4, 5), 0.26);
        assertThat(plan(config, S0_WORN, warmer).remaps()).hasSize(1);
    }

    @Test
    void equallyWarmObjects_areMovedUntilTheForecastIsEven() {
        List<Candidate> objects = IntStream.range(0, 60)
                .mapToObj(i -> stable("o%02d".formatted(i), ec(0, 1, 2, 3, 4, 5), 8))
                .toList();
        PolicyConfig config = PolicyConfig.defaults().with().horizonEpochs(10).build();
        BalancePlan plan =
                new PredictivePolicy(config).plan(snapshot(servers(100, 100, 100, 100, 100, 100, 100), objects));
        assertThat(plan.before().sigma()).isGreaterThan(100);
        assertThat(plan.after().sigma()).isLessThanOrEqualTo(plan.after().threshold(0.02));
        assertThat(plan.remaps()).hasSizeLessThanOrEqualTo(60);
    }

    @Test
    void wearEvenToASmallPartOfAnEpoch_movesNothing() {
        // Seven servers, six of them with 60 erases an epoch to come and one with 59 more so far: an eighth of an
        // epoch's mean.
        List<ServerLoad> servers = servers(100, 100, 100, 100, 100, 100, 156);
        List<Candidate> objects = IntStream.range(0, 6)
                .mapToObj(i -> stable("o" + i, ec(0, 1, 2, 3, 4, 5), 160))
                .toList();
        assertThat(new PredictivePolicy(oneEpoch().evenEnough(0.05).build())
                        .plan(snapshot(servers, objects))
                        .remaps())
                .isEmpty();
        assertThat(new PredictivePolicy(oneEpoch().evenEnough(0.05).build())
                        .plan(snapshot(servers(100, 100, 100, 100, 100, 100, 100), objects))
                        .remaps())
                .isNotEmpty();
    }

    @Test
    void moves_areBoundedByTheServers() {
        List<Candidate> objects = IntStream.range(0, 50)
                .mapToObj(i -> stable("o" + i, ec(0, 1, 2, 3, 4, 5), 4))
                .toList();
        BalancePlan plan = new PredictivePolicy(oneEpoch().movesPerServer(1).build()).plan(snapshot(S0_WORN, objects));
        assertThat(plan.remaps()).hasSize(7);
        assertThat(plan.notes()).contains("moves: stopped at the most a plan may make");
    }

    @Test
    void target_thatHoldsTheObjectInEitherArray_isPassedOver() {
        // s06 is the least worn, but it still holds the committed version of "a" (reading 19); s07 is next.
        List<ServerLoad> servers = servers(200, 100, 100, 100, 100, 100, 90, 91);
        Candidate object = waiting("a", RedundancyState.EC_EWO, ec(6, 1, 2, 3, 4, 5), ec(0, 1, 2, 3, 4, 5), 160, 9);
        Remap remap = only(plan(oneMove().build(), servers, object));
        assertThat(remap.event()).isEqualTo(RedundancyEvent.RETARGET);
        assertThat(remap.destination()).isEqualTo(ec(7, 1, 2, 3, 4, 5));
    }

    @Test
    void deviceOfHalfTheLife_isWornByHalf() {
        // All have 100 erases, but s00 is rated for half as many as the others, so it must be relieved.
        List<ServerLoad> servers = new ArrayList<>(servers(100, 100, 100, 100, 100, 100, 100));
        servers.set(0, servers.getFirst().withRatedErases(270_000));
        Remap remap = only(plan(oneMove().build(), servers, stable("a", ec(0, 1, 2, 3, 4, 5), 160)));
        assertThat(remap.destination()).isEqualTo(ec(6, 1, 2, 3, 4, 5));
    }

    @Test
    void fullerServer_sendsFragmentsToTheEmptiest_thoughWearIsEven() {
        List<ServerLoad> servers = new ArrayList<>(servers(100, 100, 100, 100, 100, 100));
        servers.set(0, server(0, 100, 5_600, ""));
        servers.add(server(6, 100, 4_800, ""));
        Candidate object = stable("a", ec(0, 1, 2, 3, 4, 5), 1);
        Remap remap = only(plan(oneEpoch().evenEnough(10).build(), servers, object));
        assertThat(remap.destination()).isEqualTo(ec(6, 1, 2, 3, 4, 5));
        assertThat(remap.reason()).isEqualTo("fill: from s00 to s06");
    }

    /** At the same erases s00 to s03 are less worn than the others, if those are rated for half as many. */
    @ParameterizedTest
    @CsvSource({"540000, true", "270000, false"})
    void fullerServer_keepsItsFragments_ifItsDeviceIsRatedForMoreAndLessWorn(double rated, boolean sends) {
        List<ServerLoad> servers = new ArrayList<>(servers(100, 100, 100, 100, 100, 100, 100));
        servers.set(0, server(0, 100, 5_250, ""));
        servers.add(server(7, 100, 4_750, ""));
        servers.subList(4, 8).replaceAll(server -> server.withRatedErases(rated));
        BalancePlan plan = plan(oneEpoch().evenEnough(10).build(), servers, stable("a", ec(0, 1, 2, 3, 4, 5), 1));
        assertThat(plan.remaps().stream().anyMatch(remap -> remap.reason().equals("fill: from s00 to s07")))
                .isEqualTo(sends);
    }

    @Test
    void serverAtItsBound_isNoTarget_pendingIntentsOfEarlierEpochsIncluded() {
        // Bound 0.92 of 10,000. s06 is the least worn; a pending shard of 4 pages leaves no room for another.
        List<ServerLoad> servers = new ArrayList<>(servers(300, 200, 200, 200, 200, 200));
        servers.add(server(6, 90, 9_194, ""));
        servers.add(server(7, 150, 5_000, ""));
        PolicyConfig config = oneMove().maxFillOverMean(2).build();
        Candidate hot = stable("hot", ec(0, 1, 2, 3, 4, 5), 160);
        Candidate pending = new Candidate(
                id("p"),
                3,
                RedundancyState.EC_EWO,
                true, // so that it stays as it is
                ec(7, 1, 2, 3, 4, 5),
                ec(6, 1, 2, 3, 4, 5),
                0,
                0,
                65_536,
                8 << 20,
                9,
                9,
                0);
        assertThat(destinationOf(plan(config, servers, hot), "hot")).isEqualTo(ec(6, 1, 2, 3, 4, 5));
        assertThat(destinationOf(plan(config, servers, hot, pending), "hot")).isEqualTo(ec(7, 1, 2, 3, 4, 5));
    }

    @Test
    void destination_isNeverMuchFullerThanTheMean() {
        // Mean 0.6, bound 0.69: s06 would be the best for wear.
        List<ServerLoad> servers = new ArrayList<>();
        IntStream.range(0, 6).forEach(i -> servers.add(server(i, i == 0 ? 300 : 200, 5_900, "")));
        servers.add(server(6, 90, 6_900, ""));
        servers.add(server(7, 150, 5_700, ""));
        Candidate hot = stable("hot", ec(0, 1, 2, 3, 4, 5), 160);
        assertThat(destinationOf(plan(oneMove().build(), servers, hot), "hot")).isEqualTo(ec(7, 1, 2, 3, 4, 5));
    }

    @Test
    void fullServer_sendsItsColdestToTheEmptiest_soThatItHasRoomLater() {
        List<ServerLoad> servers = new ArrayList<>(servers(200, 150, 150, 150, 150, 150, 150));
        servers.add(server(7, 50, 9_200, "")); // bound 0.92: full
        servers.add(server(8, 150, 4_000, ""));
        List<Candidate> objects = new ArrayList<>();
        objects.add(stable("hot", rep(0, 1, 2), 200)); // 16 pages
        IntStream.range(0, 90)
                .mapToObj(i -> stable("cold%02d".formatted(i), ec(7, 1, 2, 3, 4, 5), 0))
                .forEach(objects::add);
        PolicyConfig config =
                oneEpoch().maxFillOverMean(2).maxExtraWrites(1).bulkWrites(1).build();
        BalancePlan plan = new PredictivePolicy(config).plan(snapshot(servers, objects));
        List<Remap> fromFull = plan.remaps().stream()
                .filter(remap -> remap.reason().equals("fill: coldest of s07 (full) makes room"))
                .toList();
        // Down to 0.92 - 0.03: 300 pages, 75 shards of 4, all to the emptiest, copied at once as no client will write
        // them.
        assertThat(fromFull).hasSize(75).extracting(Remap::destination).containsOnly(ec(8, 1, 2, 3, 4, 5));
        assertThat(fromFull.getFirst().id()).isEqualTo(id("cold00"));
        assertThat(plan.migrations()).hasSize(75);
        // Within the budget: 2 % of 100 writes an epoch of 48 pages are 96 and a bit, or 24 shards.
        BalancePlan dear = new PredictivePolicy(oneEpoch()
                        .maxFillOverMean(2)
                        .maxExtraWrites(1)
                        .bulkWrites(0.0205)
                        .build())
                .plan(snapshot(servers, objects));
        assertThat(dear.migrations()).hasSize(24);
    }

    @Test
    void partialWrites_moveOnlyWhatIsWrittenOftenEnough() {
        // Servers measured an eighth of what whole writes would be: a move writes 7/8 of a fragment that no client
        // wrote. Over 8 epochs the moved writes come to r * 8 / 8, and must be 12 times that: 10.5 writes an epoch.
        // These are 0.5 and 50.
        List<ServerLoad> servers = new ArrayList<>();
        S0_WORN.forEach(load -> servers.add(load.withWritesPerEpoch(0)));
        Candidate seldom = stable("seldom", ec(0, 1, 2, 3, 4, 5), 1);
        Candidate often = stable("often", ec(0, 1, 2, 3, 4, 5), 100);
        // 50.5 writes of 24 pages: 1212, an eighth of which is 151.5.
        servers.set(1, servers.get(1).withWritesPerEpoch(151.5));
        assertThat(plan(oneMove().build(), servers, seldom, often).remaps())
                .extracting(Remap::id)
                .containsExactly(id("often"));
        assertThat(plan(oneMove().build(), S0_WORN, seldom).remaps())
                .as("whole writes carry any of them")
                .hasSize(1);
    }

    @Test
    void hotStripe_becomesReplicasOnTheLeastWornOfItsOwnServers_ifThatFitsTheBudget() {
        List<ServerLoad> servers = servers(100, 100, 100, 100, 101, 102, 103);
        PolicyConfigBuilder even = PolicyConfig.defaults().with().movesPerServer(0);
        Candidate tenth = stable("tenth", ec(6, 5, 4, 1, 2, 3), 10); // 5 writes of 48 pages in place of 24: 120 more
        List<Candidate> all = new ArrayList<>(List.of(tenth, stable("giant", ec(0, 1, 2, 3, 4, 5), 100)));
        IntStream.range(0, 10).forEach(i -> all.add(stable("cool" + i, ec(0, 1, 2, 3, 4, 5), 7)));
        // 90 writes of 24 pages: 2160, of which 120 are 5.6 %. The giant would be 55 %.
        BalancePlan plan = new PredictivePolicy(even.maxExtraWrites(0.1).build()).plan(snapshot(servers, all));
        Remap remap = only(plan);
        assertThat(remap.event()).isEqualTo(RedundancyEvent.UPGRADE);
        assertThat(remap.destination()).isEqualTo(rep(6, 1, 2)); // s06 is spared by the others
        assertThat(plan.notes())
                .contains(
                        "redundancy: 1 hot objects stay striped: as replicas they would add more than 10 % to all page"
                                + " writes");
        assertThat(new PredictivePolicy(even.maxExtraWrites(0.05).build())
                        .plan(snapshot(servers, all))
                        .remaps())
                .isEmpty();
    }

    /** One page: three as replicas and as a stripe. Two pages: six as replicas, four as a stripe. */
    @Test
    void objectsOfAPage_stayAsTheyAre_andLongerOnesBecomeStripes() {
        PolicyConfig config = PolicyConfig.defaults().with().movesPerServer(0).build();
        BalancePlan plan = plan(
                config,
                servers(100, 101, 102, 103, 104, 105),
                sized("page", ec(0, 1, 2, 3, 4, 5), 4_096),
                sized("pageAsReplicas", rep(0, 1, 2), 4_096),
                sized("two", ec(0, 1, 2, 3, 4, 5), 8_192),
                sized("twoAsReplicas", rep(0, 1, 2), 8_192),
                sized("three", ec(0, 1, 2, 3, 4, 5), 12_288));
        assertThat(only(plan).id()).isEqualTo(id("twoAsReplicas"));
        assertThat(only(plan).event()).isEqualTo(RedundancyEvent.DOWNGRADE);
    }

    /** With three parities one page is four as a stripe. */
    @Test
    void objectsThatTakeFewerPagesAsReplicas_areReplicated() {
        PolicyConfig config = PolicyConfig.defaults().with().movesPerServer(0).build();
        RedundancyScheme wide = RedundancyScheme.parse("EC(3+3)");
        Placement stripe = Given.on(wide, 0, 1, 2, 3, 4, 5);
        ClusterSnapshot given = snapshot(
                servers(100, 101, 102, 103, 104, 105),
                List.of(sized("page", stripe, 4_096), sized("three", stripe, 12_288)));
        BalancePlan plan = new PredictivePolicy(config)
                .plan(new ClusterSnapshot(
                        given.epoch(), given.servers(), given.objects(), RedundancyScheme.REP_3, wide, given.ring()));
        assertThat(only(plan).id()).isEqualTo(id("page"));
        assertThat(only(plan).event()).isEqualTo(RedundancyEvent.UPGRADE);
    }

    private static Candidate sized(String key, Placement at, long size) {
        return Given.sized(stable(key, at, 4), size);
    }

    @Test
    void replicasNotWorthIt_becomeAStripeOnTheirOwnServersAndTheLeastWornBesideThem() {
        List<ServerLoad> servers = servers(100, 200, 300, 400, 500, 600, 700, 800, 900, 1000);
        PolicyConfig config = PolicyConfig.defaults().with().movesPerServer(0).build();
        Remap remap = only(plan(config, servers, stable("a", rep(9, 8, 0), 7.5)));
        assertThat(remap.event()).isEqualTo(RedundancyEvent.DOWNGRADE);
        assertThat(remap.destination()).isEqualTo(ec(0, 8, 9, 1, 2, 3));
        assertThat(remap.reason()).isEqualTo("redundancy: heat 7.50, not worth replicas");
    }

    @Test
    void replicasNobodyWrites_areCopiedAsStripes_oldestAndBiggestFirst_withinTheBudget() {
        List<ServerLoad> servers = new ArrayList<>();
        IntStream.range(0, 8).forEach(i -> servers.add(server(i, 100, i == 7 ? 4_000 : 5_000, "")));
        // 100 writes of 24 pages, 2400; 2 % are 48: two stripes of 24.
        Candidate hot = stable("hot", ec(0, 1, 2, 3, 4, 5), 200);
        PolicyConfig config = PolicyConfig.defaults()
                .with()
                .movesPerServer(0)
                .maxExtraWrites(0)
                .bulkWrites(0.0201)
                .build();
        BalancePlan plan =
                plan(config, servers, hot, idle("new", 6, 65_536), idle("old", 1, 40_960), idle("oldbig", 1, 65_536));
        assertThat(plan.migrations()).extracting(BulkMigration::id).containsExactly(id("oldbig"), id("old"));
        Remap first = plan.remaps().getFirst();
        assertThat(first.event()).isEqualTo(RedundancyEvent.DOWNGRADE);
        assertThat(first.reason()).isEqualTo("redundancy: not written for 9 epochs, copied as a stripe");
        assertThat(Objects.requireNonNull(first.destination()).servers()).startsWith(s(0), s(1), s(2), s(7));
    }

    private static Candidate idle(String key, long since, int size) {
        return new Candidate(
                id(key), 3, RedundancyState.REP, false, rep(0, 1, 2), rep(0, 1, 2), 0, 0, size, 8 << 20, 0, since, 0);
    }

    @Test
    void moveNobodyWrote_lapses_unlessItRelievesAFullServer() {
        Candidate move = waiting("a", RedundancyState.EC_EWO, ec(0, 1, 2, 3, 4, 5), ec(6, 1, 2, 3, 4, 5), 0, 2);
        Candidate written = stable("w", ec(0, 1, 2, 3, 4, 5), 200);
        PolicyConfig config = PolicyConfig.defaults()
                .with()
                .movesPerServer(0)
                .maxExtraWrites(0)
                .maxFillOverMean(2)
                .build();
        BalancePlan lapsed = plan(config, servers(100, 100, 100, 100, 100, 100, 100), move, written);
        assertThat(only(lapsed).event()).isEqualTo(RedundancyEvent.CANCEL);
        assertThat(only(lapsed).reason()).isEqualTo("withdrawn: not written for 8 epochs");
        List<ServerLoad> full = new ArrayList<>(servers(100, 100, 100, 100, 100, 100, 100));
        full.set(0, server(0, 100, 9_200, ""));
        assertThat(plan(config, full, move, written).migrations())
                .contains(new BulkMigration(id("a"), 100, ec(6, 1, 2, 3, 4, 5)));
    }

    @Test
    void upgradeNoLongerWorthIt_isWithdrawn_andADowngradeOfWhatIsAgain() {
        Candidate cooled = waiting("a", RedundancyState.LATE_REP, ec(0, 1, 2, 3, 4, 5), rep(0, 1, 2), 3, 9);
        Candidate heated = waiting("b", RedundancyState.LATE_EC, rep(0, 1, 2), ec(0, 1, 2, 3, 4, 5), 30, 9);
        PolicyConfig config = PolicyConfig.defaults()
                .with()
                .movesPerServer(0)
                .maxExtraWrites(2)
                .build();
        assertThat(plan(config, servers(100, 100, 100, 100, 100, 100), cooled, heated)
                        .remaps())
                .extracting(Remap::event)
                .containsExactly(RedundancyEvent.COOLED, RedundancyEvent.HEATED); // reading 11
    }

    @Test
    void degradedObject_isLeftToRepair() {
        Candidate degraded = new Candidate(
                id("a"),
                9,
                RedundancyState.EC,
                true,
                ec(0, 1, 2, 3, 4, 5),
                ec(0, 1, 2, 3, 4, 5),
                160,
                160,
                65_536,
                8 << 20,
                0,
                5,
                0);
        assertThat(plan(oneMove().build(), S0_WORN, degraded).remaps()).isEmpty();
    }

    @Test
    void zones_stayAsSpreadAsTheyWere() {
        List<ServerLoad> zoned = List.of(
                server(0, 200, 5_000, "a"),
                server(1, 100, 5_000, "b"),
                server(2, 100, 5_000, "c"),
                server(3, 90, 5_000, "b"),
                server(4, 95, 5_000, "a"));
        // Too few servers for a stripe, so the replicas stay replicas.
        assertThat(plan(oneMove().build(), zoned, stable("x", rep(0, 1, 2), 16)).remaps())
                .extracting(Remap::destination)
                .containsExactly(rep(4, 1, 2));
    }

    /**
     * 2,000 servers and 100,000 objects: planned in seconds, with thousands of moves. A quadratic step would take
     * minutes.
     */
    @Test
    void largeCluster_isPlannedInTimeProportionalToIt() {
        Random random = new Random(7);
        int count = 2_000;
        List<ServerLoad> servers = IntStream.range(0, count)
                .mapToObj(i -> server(i, 900 + random.nextInt(200)))
                .toList();
        List<Candidate> objects = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            int[] on = random.ints(0, count).distinct().limit(6).toArray();
            objects.add(stable("o" + i, ec(on), 4 / (random.nextDouble() + 0.01)));
        }
        ClusterSnapshot snapshot = snapshot(servers, objects);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        BalancePlan plan = new PredictivePolicy(PolicyConfig.defaults()).plan(snapshot);
        // Of a processor: a machine that is busy with others, or stands still, costs this thread nothing.
        assertThat(threads.getCurrentThreadCpuTime() - before).isLessThan(TimeUnit.MINUTES.toNanos(1));
        assertThat(plan.remaps().size()).isGreaterThan(2_000);
        assertThat(plan.after().sigma()).isLessThan(plan.before().sigma() / 4);
    }

    private static Placement destinationOf(BalancePlan plan, String key) {
        return plan.remaps().stream()
                .filter(remap -> remap.id().equals(id(key)))
                .findFirst()
                .map(Remap::destination)
                .orElseGet(() -> new Placement(
                        RedundancyScheme.REP_3, List.of(new ServerId("a"), new ServerId("b"), new ServerId("none"))));
    }

    private static BalancePlan plan(PolicyConfig config, List<ServerLoad> servers, Candidate... objects) {
        return new PredictivePolicy(config).plan(snapshot(servers, objects));
    }

    private static Remap only(BalancePlan plan) {
        assertThat(plan.remaps()).hasSize(1);
        return Objects.requireNonNull(plan.remaps().getFirst());
    }
}
