package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.policy.PolicyConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmulatorTest {
    private static final int OBJECTS = 1_500;
    private static final int OBJECT_BYTES = 45_000; // 3 pages a shard, 11 a replica
    private static final int EPOCHS = 12;
    private static final Workload SKEWED = skewed(40_000);
    private static final Workload CHANGING = changing();
    private static final Map<List<String>, EmulationResult> DONE = new HashMap<>();

    @Test
    void sameSpecAndWorkload_giveTheSameResult() {
        EmulationResult one = skewed("chameleon", RedundancyPolicy.EC);
        EmulationResult two = run("chameleon", RedundancyPolicy.EC, SKEWED);

        assertThat(two).usingRecursiveComparison().ignoringFields("seconds").isEqualTo(one);
    }

    @Test
    void otherSeed_placesTheObjectsElsewhere() {
        EmulationSpec spec = spec("none", RedundancyPolicy.EC);
        EmulationSpec other = new EmulationSpec(
                spec.policy(), spec.config(), spec.initial(), spec.cluster(), spec.epochs(), 1, spec.candidates(), 2);

        assertThat(run(other, SKEWED).servers())
                .isNotEqualTo(skewed("none", RedundancyPolicy.EC).servers());
    }

    @Test
    void replicas_writeWhatTheirWidthSays() {
        EmulationResult stripes = skewed("none", RedundancyPolicy.EC);
        EmulationResult replicas = skewed("none", RedundancyPolicy.REP);
        long writes = SKEWED.requests();

        assertThat(hostPages(stripes)).isEqualTo(writes * 6 * 3);
        assertThat(hostPages(replicas)).isEqualTo(writes * 3 * 11);
        assertThat(stripes.networkBytes().client()).isEqualTo(writes * 6 * 3 * 4096);
        assertThat(stripes.networkBytes().balance()).isZero();
        assertThat(replicas.wear().erases()).isGreaterThan(stripes.wear().erases());
    }

    @Test
    void balancing_lowersSigmaAndLosesNoPage() {
        EmulationResult none = skewed("none", RedundancyPolicy.EC);
        EmulationResult balanced = skewed("chameleon", RedundancyPolicy.EC);

        assertThat(balanced.wear().sigma()).isLessThan(0.5 * none.wear().sigma());
        assertThat(balanced.moves().carriedOut()).isPositive();
        assertThat(balanced.epochs()).hasSize(EPOCHS);
        EmulationResult.EpochEnd last = balanced.epochs().getLast();
        assertThat(last.bytesByState().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo((long) OBJECTS * OBJECT_BYTES);
        assertThat(livePages(balanced)).isEqualTo(pagesByLiveState(last));
        assertThat(last.nandPages())
                .isEqualTo(balanced.servers().stream().map(ServerEnd::nandPages).toList());
    }

    @Test
    void groups_makeWearEven_thoughThePlanSeesTwoObjects() {
        EmulationResult none = skewed("none", RedundancyPolicy.EC);
        EmulationResult blind = run(seeing(2, 0), SKEWED);
        EmulationResult grouped = run(seeing(2, 64), SKEWED);

        assertThat(blind.wear().sigma()).isGreaterThan(0.3 * none.wear().sigma());
        assertThat(grouped.wear().sigma()).isLessThan(0.15 * none.wear().sigma());
        assertThat(grouped.moves().carriedOut()).isPositive();
        assertThat(grouped.networkBytes().balance()).isZero();
        assertThat(livePages(grouped)).isEqualTo(livePages(none));
    }

    private static EmulationSpec seeing(int candidates, int ranges) {
        EmulationSpec spec = spec("predictive", RedundancyPolicy.EC);
        return new EmulationSpec(
                spec.policy(), spec.config(), spec.initial(), spec.cluster(), EPOCHS, 1, candidates, ranges, 1);
    }

    @Test
    void startedOnReplicas_coldObjectsBecomeStripesAndSpaceIsFreed() {
        EmulationResult none = skewed("none", RedundancyPolicy.REP);
        EmulationResult balanced = skewed("chameleon", RedundancyPolicy.REP);

        assertThat(livePages(balanced)).isLessThan(livePages(none));
        assertThat(livePages(balanced))
                .isEqualTo(pagesByLiveState(balanced.epochs().getLast()));
        assertThat(balanced.latency().page()).isLessThan(none.latency().page());
    }

    @Test
    void wearOfServers_addsUpToTheResult() {
        EmulationResult result = skewed("none", RedundancyPolicy.EC);
        List<ServerEnd> servers = result.servers();
        double mean = servers.stream().mapToLong(ServerEnd::erases).average().orElseThrow();
        double squares = servers.stream()
                .mapToDouble(s -> (s.erases() - mean) * (s.erases() - mean))
                .average()
                .orElseThrow();

        assertThat(result.wear().erases())
                .isEqualTo(servers.stream().mapToLong(ServerEnd::erases).sum());
        assertThat(result.wear().mean()).isEqualTo(mean);
        assertThat(result.wear().sigma()).isEqualTo(Math.sqrt(squares));
        assertThat(result.wear().cv()).isEqualTo(result.wear().sigma() / mean);
        assertThat(result.amplification().write()).isGreaterThan(1);
        assertThat(result.latency().page()).isGreaterThan(200);
    }

    @Test
    void requestsAtOnce_waitForEachOther() {
        Workload.Builder builder = Workload.builder("burst", true);
        for (int i = 0; i < OBJECTS; i++) {
            builder.object(OBJECT_BYTES);
        }
        for (int i = 0; i < 100; i++) {
            builder.request(1_000_000, true, 7, 0, OBJECT_BYTES);
        }
        EmulationResult result = run("none", RedundancyPolicy.EC, builder.build());

        // 3 pages of 200 us on each server, one request after the other.
        assertThat(result.latency().request().max()).isBetween(599.0, 601.0);
        assertThat(result.latency().queued().max()).isBetween(59_900.0, 60_100.0);
    }

    @Test
    void loops_replayTheWorkloadAgainAndCountEpochsOn() {
        EmulationSpec spec = spec("none", RedundancyPolicy.EC);
        EmulationSpec twice = new EmulationSpec(
                spec.policy(), spec.config(), spec.initial(), spec.cluster(), spec.epochs(), 2, spec.candidates(), 1);

        EmulationResult result = run(twice, SKEWED);

        assertThat(result.epochs()).hasSize(2 * EPOCHS);
        assertThat(result.epochs().getLast().epoch()).isEqualTo(2 * EPOCHS);
        assertThat(hostPages(result)).isEqualTo(2L * SKEWED.requests() * 18);
    }

    @Test
    void unequalDevices_haveTheCapacitiesAsked() {
        EmulationSpec spec = spec("none", RedundancyPolicy.EC);
        ClusterSpec cluster = spec.cluster()
                .withUtilisation(0.6)
                .withDevices(List.of(
                        DeviceSpec.STANDARD.withRatedErases(1_000),
                        DeviceSpec.STANDARD.withRelativeCapacity(1.5).withRatedErases(3_000)));

        EmulationResult result = run(
                new EmulationSpec(
                        spec.policy(), spec.config(), spec.initial(), cluster, EPOCHS, 1, spec.candidates(), 1),
                SKEWED);

        ServerEnd small = result.servers().get(0);
        ServerEnd large = result.servers().get(1);
        assertThat(large.livePages() / large.utilisation())
                .isCloseTo(
                        1.5 * small.livePages() / small.utilisation(),
                        org.assertj.core.data.Percentage.withPercentage(5));
        assertThat(small.wear() / small.erases()).isGreaterThan(large.wear() / large.erases());
    }

    /** The ring alone does it: no policy moves anything. */
    @Test
    void devicesOfHalfTheSize_fillLikeTheOthers() {
        EmulationSpec spec = spec("none", RedundancyPolicy.REP);
        ClusterSpec cluster = spec.cluster()
                .withServers(24)
                .withUtilisation(0.4)
                .withDevices(List.of(DeviceSpec.STANDARD, DeviceSpec.STANDARD.withRelativeCapacity(0.5)));

        List<ServerEnd> servers = run(
                        new EmulationSpec(
                                spec.policy(), spec.config(), spec.initial(), cluster, EPOCHS, 1, spec.candidates(), 1),
                        SKEWED)
                .servers();

        double large = meanFill(servers, 0);
        double small = meanFill(servers, 1);
        assertThat(small / large).isBetween(0.85, 1.2);
    }

    private static double meanFill(List<ServerEnd> servers, int from) {
        return IntStream.range(0, servers.size())
                .filter(i -> i % 2 == from)
                .mapToDouble(i -> servers.get(i).utilisation())
                .average()
                .orElseThrow();
    }

    @Test
    void startingPoint_isWhereObjectsAreAndWhatDevicesHaveBehindThem() {
        EmulationSpec spec = spec("none", RedundancyPolicy.EC);
        List<DeviceSpec> devices = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            devices.add(DeviceSpec.STANDARD.withPriorErases(1_000L * i));
        }
        ClusterSpec worn = spec.cluster().withUtilisation(0.6).withDevices(devices);
        List<ServerId> six = IntStream.range(0, 6).mapToObj(worn::serverId).toList();
        EmulationSpec from =
                new EmulationSpec(spec.policy(), spec.config(), spec.initial(), worn, EPOCHS, 1, spec.candidates(), 1);
        Workload.Builder few = Workload.builder("few", true);
        for (int i = 0; i < OBJECTS; i++) {
            few.object(OBJECT_BYTES);
        }
        few.request(0, false, 0, 0, OBJECT_BYTES);

        EmulationResult result = Emulator.run(
                from,
                few.build(),
                object -> object < 100 ? new Placement(RedundancyScheme.EC_4_2, six) : null,
                (_, _) -> {});

        assertThat(result.servers())
                .extracting(ServerEnd::erases)
                .containsExactly(0L, 1_000L, 2_000L, 3_000L, 4_000L, 5_000L, 6_000L, 7_000L);
        assertThat(result.servers().get(0).livePages())
                .isGreaterThan(result.servers().get(7).livePages());
    }

    @Test
    void dataThatCannotBeSpread_isRefusedInOneLine() {
        EmulationSpec spec = spec("none", RedundancyPolicy.EC);
        List<DeviceSpec> devices = new ArrayList<>(List.of(DeviceSpec.STANDARD.withRelativeCapacity(4)));
        for (int i = 0; i < 7; i++) {
            devices.add(DeviceSpec.STANDARD);
        }
        ClusterSpec lopsided = spec.cluster().withDevices(devices);
        EmulationSpec bad = new EmulationSpec(
                spec.policy(), spec.config(), spec.initial(), lopsided, EPOCHS, 1, spec.candidates(), 1);

        assertThatThrownBy(() -> run(bad, SKEWED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the data does not fit");
    }

    @Test
    void workloadTooSmallForItsServers_isRefusedInOneLine() {
        EmulationSpec spec = spec("none", RedundancyPolicy.EC);
        ClusterSpec large = spec.cluster().withServers(500);
        EmulationSpec bad =
                new EmulationSpec(spec.policy(), spec.config(), spec.initial(), large, EPOCHS, 1, spec.candidates(), 1);

        assertThatThrownBy(() -> run(bad, SKEWED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'skewed' is too small for 500 servers");
    }

    /** 1,500 objects at the start, and an object is deleted for every 20 requests, three created for every 40. */
    private static Workload changing() {
        Random random = new Random(3);
        Workload.Builder builder = Workload.builder("changing", true);
        List<Integer> alive = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            alive.add(builder.object(OBJECT_BYTES));
        }
        for (int i = 0; i < 40_000; i++) {
            int at = (int) (alive.size() * Math.pow(random.nextDouble(), 4));
            if (i % 20 == 0) {
                builder.delete(i * 1_000_000L, alive.remove(random.nextInt(alive.size())));
            } else {
                if (i % 20 == 10 || i % 40 == 15) {
                    at = alive.size();
                    alive.add(builder.laterObject(OBJECT_BYTES));
                }
                builder.request(i * 1_000_000L, true, alive.get(at), 0, OBJECT_BYTES);
            }
        }
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({"none, EC", "chameleon, EC", "predictive, EC", "edm-hdf, EC", "predictive, REP", "rep-ec, REP"})
    void objectsThatComeAndGo_areAllThereAtTheEndAndNoOthers(String policy, RedundancyPolicy initial) {
        long atEnd = OBJECTS + 1_000; // 2,000 deleted, 3,000 created

        EmulationResult result = changing(policy, initial);

        EmulationResult.EpochEnd last = result.epochs().getLast();
        assertThat(last.bytesByState().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(atEnd * OBJECT_BYTES);
        assertThat(livePages(result)).isEqualTo(pagesByLiveState(last));
        if (!policy.equals("none")) {
            assertThat(result.moves().remaps() + result.moves().bulk()).isPositive();
        }
    }

    /** Sized for the 2,500 at the end, the devices are less than 0.6 full at the start. */
    @Test
    void devices_haveRoomForTheMostThatExistsAtOneTime() {
        EmulationResult result = changing("none", RedundancyPolicy.EC);

        assertThat(result.servers().stream()
                        .mapToDouble(ServerEnd::utilisation)
                        .average()
                        .orElseThrow())
                .isBetween(0.83, 0.85);
    }

    @Test
    void objectsThatComeAndGo_cannotComeTwice() {
        EmulationSpec spec = spec("none", RedundancyPolicy.EC);
        EmulationSpec twice = new EmulationSpec(
                spec.policy(), spec.config(), spec.initial(), spec.cluster(), spec.epochs(), 2, spec.candidates(), 1);

        assertThatThrownBy(() -> run(twice, CHANGING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("loops: '2' given, expected 1: the objects of 'changing' come and go");
    }

    /** A device whose pages are trimmed copies less than one on which they stay. */
    @Test
    void deletions_spareGarbageCollectionItsCopies() {
        Workload.Builder kept = Workload.builder("kept", true);
        Workload.Builder trimmed = Workload.builder("trimmed", true);
        for (int i = 0; i < OBJECTS; i++) {
            kept.object(OBJECT_BYTES);
            trimmed.object(OBJECT_BYTES);
        }
        for (int i = 0; i < OBJECTS / 2; i++) {
            trimmed.delete(0, i);
        }
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            int object = OBJECTS / 2 + random.nextInt(OBJECTS / 2);
            kept.request(i, true, object, 0, OBJECT_BYTES);
            trimmed.request(i, true, object, 0, OBJECT_BYTES);
        }

        EmulationResult withTrims = run("none", RedundancyPolicy.EC, trimmed.build());
        EmulationResult without = run("none", RedundancyPolicy.EC, kept.build());

        assertThat(livePages(withTrims)).isEqualTo(OBJECTS / 2 * 18);
        assertThat(withTrims.amplification().write())
                .isLessThan(0.8 * without.amplification().write());
    }

    @Test
    void timeThatDoesNotFitIntoNanoseconds_isRefused() {
        Workload.Builder centuries = Workload.builder("centuries", false);
        IntStream.range(0, OBJECTS).forEach(_ -> centuries.object(OBJECT_BYTES));
        centuries.request(0, true, 0, 0, OBJECT_BYTES);
        centuries.request(999_999_999_999_999_999L, true, 1, 0, OBJECT_BYTES);
        Workload workload = centuries.build();
        assertThatThrownBy(() -> run(spec("none", RedundancyPolicy.EC), workload))
                .hasMessage(
                        "workload: 'centuries' given, expected at most 140 years in all passes, of which there are 1");
    }

    private static long hostPages(EmulationResult result) {
        return result.servers().stream().mapToLong(ServerEnd::hostPages).sum();
    }

    private static long livePages(EmulationResult result) {
        return result.servers().stream().mapToLong(ServerEnd::livePages).sum();
    }

    /** Pages of the objects in their present state: 18 pages as a stripe, 33 as replicas. */
    private static long pagesByLiveState(EmulationResult.EpochEnd end) {
        long pages = 0;
        for (RedundancyState state : RedundancyState.values()) {
            long objects = end.bytesByState().getOrDefault(state, 0L) / OBJECT_BYTES;
            pages += objects * (state.livePolicy() == RedundancyPolicy.REP ? 33 : 18);
        }
        return pages;
    }

    private static EmulationSpec spec(String policy, RedundancyPolicy initial) {
        PolicyConfig config = PolicyConfig.defaults().with().heatHot(64).build();
        ClusterSpec cluster = ClusterSpec.standard(initial).withServers(8);
        return new EmulationSpec(policy, config, initial, cluster, EPOCHS, 1, 5_000, 1);
    }

    private static EmulationResult skewed(String policy, RedundancyPolicy initial) {
        return shared(policy, initial, SKEWED);
    }

    private static EmulationResult changing(String policy, RedundancyPolicy initial) {
        return shared(policy, initial, CHANGING);
    }

    /** A result never changes, and several tests look at the same one. */
    private static EmulationResult shared(String policy, RedundancyPolicy initial, Workload workload) {
        return DONE.computeIfAbsent(
                List.of(policy, initial.name(), workload.name()), _ -> run(policy, initial, workload));
    }

    private static EmulationResult run(String policy, RedundancyPolicy initial, Workload workload) {
        return run(spec(policy, initial), workload);
    }

    private static EmulationResult run(EmulationSpec spec, Workload workload) {
        return Emulator.run(spec, workload, (_, _) -> {});
    }

    /** Whole-object writes; a few objects get most of them. */
    private static Workload skewed(int requests) {
        Random random = new Random(1);
        Workload.Builder builder = Workload.builder("skewed", true);
        for (int i = 0; i < OBJECTS; i++) {
            builder.object(OBJECT_BYTES);
        }
        for (int i = 0; i < requests; i++) {
            int object = (int) (OBJECTS * Math.pow(random.nextDouble(), 4));
            builder.request(i * 1_000_000L, true, object, 0, OBJECT_BYTES);
        }
        return builder.build();
    }
}
