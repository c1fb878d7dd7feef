package io.chameleon.policy.rival;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.s;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static io.chameleon.policy.Given.trend;
import static io.chameleon.policy.Given.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.RivalConfig;
import io.chameleon.policy.ServerLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** EDM on clusters whose sums can be worked out by hand. An object of 64 KiB has 4 pages on each of its six servers. */
class EdmPolicyTest {
    private static final PolicyConfig CONFIG = PolicyConfig.defaults();
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);
    /** s00 is a source, s06 a destination, and the others are a little above the mean of 1014.3: neither. */
    private static final List<ServerLoad> UNEVEN = writing(2000, 1020, 1020, 1020, 1020, 1020, 0);

    /** Servers half full with these page writes per epoch. */
    private static List<ServerLoad> writing(double... writes) {
        return IntStream.range(0, writes.length)
                .mapToObj(i -> trend(server(i, 100), writes[i], 0))
                .toList();
    }

    private static List<ServerLoad> with(List<ServerLoad> servers, ServerLoad replacement) {
        return servers.stream()
                .map(load -> load.id().equals(replacement.id()) ? replacement : load)
                .toList();
    }

    private static BalancePlan hot(List<ServerLoad> servers, Candidate... objects) {
        return EdmPolicy.hotFirst(CONFIG).plan(snapshot(servers, objects));
    }

    private static BalancePlan cold(List<ServerLoad> servers, Candidate... objects) {
        return EdmPolicy.coldFirst(CONFIG).plan(snapshot(servers, objects));
    }

    private static List<String> moved(BalancePlan plan) {
        return plan.remaps().stream().map(remap -> remap.id().key()).toList();
    }

    /**
     * 1000 of 2000 page writes are to go from s00 to s06 (epsilon 0.5). A heat of 200 is 100 writes an epoch, 400
     * pages. The hottest make 400 + 300 + 200 + 120 >= 1000, and the fifth stays.
     */
    @Test
    void hottestObjects_leaveTheMostWrittenServer_untilItsShareIsShifted() {
        BalancePlan plan = hot(
                UNEVEN,
                stable("e", SIX, 20),
                stable("d", SIX, 60),
                stable("c", SIX, 100),
                stable("b", SIX, 150),
                stable("a", SIX, 200),
                stable("elsewhere", ec(1, 2, 3, 4, 5, 6), 900));
        assertThat(moved(plan)).containsExactly("a", "b", "c", "d");
        Placement to = ec(6, 1, 2, 3, 4, 5);
        assertThat(plan.remaps()).allSatisfy(remap -> {
            assertThat(remap.event()).isEqualTo(RedundancyEvent.SWAP);
            assertThat(remap.destination()).isEqualTo(to);
        });
        assertThat(plan.migrations())
                .as("at once")
                .containsExactly(
                        new BulkMigration(id("a"), 101, to),
                        new BulkMigration(id("b"), 101, to),
                        new BulkMigration(id("c"), 101, to),
                        new BulkMigration(id("d"), 101, to));
        assertThat(plan.remaps().getFirst().reason()).isEqualTo("edm-hdf: 400 page writes from s00 to s06");
        assertThat(plan.policy()).isEqualTo("edm-hdf");
        assertThat(plan.after().sigma()).isNotEqualTo(plan.before().sigma());
    }

    @Test
    void evenWear_movesNothing_upToLambda() {
        Candidate object = stable("a", SIX, 200);
        // One in seven 20 % above the rest: RSD 6.8 %.
        List<ServerLoad> nearlyEven = writing(1200, 1000, 1000, 1000, 1000, 1000, 1000);
        assertThat(hot(nearlyEven, object).remaps()).isEmpty();
        PolicyConfig strict = PolicyConfig.defaults()
                .with()
                .rivals(RivalConfig.defaults().withEdmLambda(0.05))
                .build();
        assertThat(moved(EdmPolicy.hotFirst(strict).plan(snapshot(nearlyEven, stable("small", SIX, 20)))))
                .containsExactly("small");
    }

    /**
     * Eq. 3 with victims a quarter valid: u = -0.75 / ln 0.25 + 0.28 = 0.8210. Then Eq. 4: 4800 / (64 * 0.75) = 100.
     */
    @Test
    void erases_followFromWritesAndFill() {
        ServerLoad server = trend(server(0, 1, 8_210, ""), 4_800, 0);
        EdmHotFirst hot = new EdmHotFirst(RivalConfig.defaults(), 1);
        EdmColdFirst cold = new EdmColdFirst(RivalConfig.defaults());
        assertThat(hot.erases(server, hot.amount(server))).isCloseTo(100, within(0.01));
        assertThat(cold.erases(server, cold.amount(server))).isCloseTo(100, within(0.01));
        assertThat(cold.erases(server, 0)).as("victims of an empty device").isEqualTo(4_800 / 64.0);
    }

    /**
     * As many page writes, but half as many erases again: victims of a device that is 90 % full hold more valid pages
     * (Eq. 3).
     */
    @Test
    void fullerServer_isASource_thoughItIsWrittenNoMore() {
        List<ServerLoad> servers =
                with(writing(1000, 1000, 1000, 1000, 1000, 1000, 1000), trend(server(0, 100, 9_000, ""), 1000, 0));
        assertThat(moved(hot(servers, stable("a", SIX, 40)))).containsExactly("a");
    }

    /** s00 has seen 2000 pages; whole writes of these would be 20000, so each counts for a tenth: 2 x 500 >= 1000. */
    @Test
    void partialWrites_countForWhatTheServerHasSeen() {
        BalancePlan plan = hot(
                UNEVEN,
                stable("a", SIX, 2_500),
                stable("b", SIX, 2_500),
                stable("c", SIX, 2_500),
                stable("d", SIX, 2_500));
        assertThat(moved(plan)).containsExactly("a", "b");
        assertThat(plan.remaps().getFirst().reason()).contains("500 page writes");
    }

    /** Reading 27. The servers were uneven for many epochs and have just become even, or the other way round. */
    @Test
    void window_isTheLastEpoch_whateverWasWrittenBefore() {
        Candidate object = stable("a", SIX, 200);
        List<ServerLoad> nowEven =
                UNEVEN.stream().map(server -> server.withWindowWrites(1_000)).toList();
        assertThat(hot(nowEven, object).remaps()).isEmpty();
        List<ServerLoad> nowUneven =
                UNEVEN.stream().map(server -> server.withWritesPerEpoch(1_000)).toList();
        assertThat(moved(hot(nowUneven, object))).containsExactly("a");
    }

    @Test
    void remappedObjects_arePreferredAmongThoseOfLikeHeat_butNotToHotterOnes() {
        BalancePlan plan = hot(UNEVEN, stable("hot", SIX, 300), stable("like", SIX, 250), remapped("known", 200));
        // 600 page writes, and then 400: enough.
        assertThat(moved(plan)).containsExactly("hot", "known");
    }

    private static Candidate remapped(String key, double heat) {
        return new Candidate(
                id(key), 7, RedundancyState.EC, false, SIX, SIX, heat, heat, Given.SIZE, 8 << 20, 3, Given.EPOCH, 0);
    }

    @Test
    void objectHotterThanTwiceWhatIsToBeShifted_stays_forItWouldComeBack() {
        // 400 are to be shifted: 840 are too many.
        List<ServerLoad> lessUneven = writing(1600, 1201, 1201, 1201, 1201, 1201, 800);
        assertThat(moved(hot(lessUneven, stable("huge", SIX, 420), stable("a", SIX, 100))))
                .containsExactly("a");
    }

    @Test
    void serverThatHoldsTheObjectOrIsFull_isNoDestination() {
        assertThat(hot(UNEVEN, stable("a", ec(0, 1, 2, 3, 4, 6), 200)).remaps()).isEmpty();
        List<ServerLoad> full = with(UNEVEN, trend(server(6, 100, 9_190, ""), 0, 0));
        assertThat(hot(full, stable("a", SIX, 200)).remaps()).isEmpty();
        List<ServerLoad> readOnly = with(UNEVEN, UNEVEN.get(6).withWritable(false));
        assertThat(hot(readOnly, stable("a", SIX, 200)).remaps()).isEmpty();
    }

    /** The idle ones among them have most left to take. */
    @Test
    void manyFullDestinations_doNotKeepObjectsFromOneWithRoom() {
        List<ServerLoad> servers = new ArrayList<>(writing(2000, 1000, 1000, 1000, 1000, 1000));
        IntStream.range(6, 46).forEach(i -> servers.add(trend(server(i, 100, 9_199, ""), 0, 0)));
        servers.add(trend(server(46, 100), 10, 0));
        BalancePlan plan = hot(servers, stable("a", SIX, 50), stable("b", SIX, 49), stable("c", SIX, 48));
        assertThat(plan.remaps())
                .isNotEmpty()
                .allSatisfy(remap -> assertThat(
                                Objects.requireNonNull(remap.destination()).servers())
                        .contains(s(46)));
    }

    /** Three destinations should take 900 in all: moved data is spread in proportion to what they can take. */
    @Test
    void destinations_areUsedInProportion() {
        List<ServerLoad> servers = writing(2200, 1040, 1040, 1040, 1040, 1040, 800, 500, 200);
        Candidate[] objects =
                IntStream.range(0, 40).mapToObj(i -> stable("o" + i, SIX, 25)).toArray(Candidate[]::new);
        long[] taken = new long[9];
        for (Remap remap : hot(servers, objects).remaps()) {
            Placement to = remap.destination();
            assertThat(to).isNotNull();
            IntStream.range(6, 9)
                    .filter(i -> to != null && to.servers().contains(s(i)))
                    .forEach(i -> taken[i] += 50);
        }
        // 2200, 800, 500 and 200 are even at 925.
        assertThat(Arrays.stream(taken).sum()).isBetween(1_250L, 1_350L);
        assertThat(taken[6]).isBetween(100L, 150L);
        assertThat(taken[7]).isBetween(400L, 450L);
        assertThat(taken[8]).isBetween(700L, 750L);
    }

    @Test
    void unknownWrites_areSaidToBe() {
        BalancePlan plan = hot(Given.servers(5, 100, 3, 5, 900, 7, 8), stable("a", SIX, 200));
        assertThat(plan.remaps()).isEmpty();
        assertThat(plan.notes()).containsExactly("edm-hdf: no server is known to have been written to");
    }

    /** Given.servers are written (erases + 180) * 32 in all; the window is then 10 epochs long. */
    @Test
    void cumulativeWindow_countsAllWrites() {
        PolicyConfig cumulative = PolicyConfig.defaults()
                .with()
                .rivals(RivalConfig.defaults().withEdmCumulative(true))
                .build();
        ClusterSnapshot snapshot =
                snapshot(Given.servers(820, 420, 420, 420, 420, 420, 20), stable("a", SIX, 40), stable("b", SIX, 20));
        assertThat(EdmPolicy.hotFirst(CONFIG).plan(snapshot).remaps()).isEmpty();
        BalancePlan plan = EdmPolicy.hotFirst(cumulative).plan(snapshot);
        assertThat(moved(plan)).containsExactly("a", "b");
        assertThat(plan.remaps().getFirst().reason()).contains(": 800 page writes");
    }

    @Test
    void whatAnEarlierPlanLeft_isCopiedNow_orWithdrawn() {
        Placement to = ec(6, 1, 2, 3, 4, 5);
        BalancePlan plan = hot(
                with(UNEVEN, UNEVEN.get(4).withWritable(false)),
                waiting("swap", RedundancyState.EC_EWO, SIX, to, 9, 5),
                waiting("lost", RedundancyState.EC_EWO, ec(0, 1, 2, 3, 5, 6), ec(4, 1, 2, 3, 5, 6), 9, 5),
                waiting("up", RedundancyState.LATE_REP, SIX, Given.rep(6, 1, 2), 9, 5),
                waiting("down", RedundancyState.LATE_EC, Given.rep(6, 1, 2), SIX, 0, 5));
        assertThat(plan.migrations()).containsExactly(new BulkMigration(id("swap"), 100, to));
        assertThat(plan.remaps())
                .extracting(Remap::event)
                .containsExactlyInAnyOrder(RedundancyEvent.CANCEL, RedundancyEvent.COOLED, RedundancyEvent.HEATED);
    }

    /** s00 is filled this far and the others half, s06 least; all are written alike. */
    private static List<ServerLoad> unevenlyFilled(long livePages) {
        List<ServerLoad> servers = new ArrayList<>();
        servers.add(trend(server(0, 100, livePages, ""), 1000, 0));
        IntStream.range(1, 7).forEach(i -> servers.add(trend(server(i, 100, i == 6 ? 5_200 : 5_300, ""), 1000, 0)));
        return servers;
    }

    private static Candidate sized(String key, int pages, double accessHeat) {
        return new Candidate(
                id(key), 5, RedundancyState.EC, false, SIX, SIX, 0, accessHeat, pages * 16_384L, 8 << 20, 0, 2, 0);
    }

    @Test
    void coldFirst_movesTheLargestColdObjects_off_theFullestServer() {
        BalancePlan plan = cold(
                unevenlyFilled(9_000),
                sized("small", 100, 0.1),
                sized("read", 800, 7),
                sized("large", 400, 0.1),
                sized("warm", 800, 1));
        assertThat(moved(plan)).startsWith("large", "small").hasSize(2);
        assertThat(plan.remaps().getFirst().reason()).isEqualTo("edm-cdf: 400 pages from s00 to s06");
        assertThat(plan.migrations()).hasSize(2);
        PolicyConfig lukewarm = PolicyConfig.defaults()
                .with()
                .rivals(RivalConfig.defaults().withEdmColdBelow(8))
                .build();
        assertThat(moved(EdmPolicy.coldFirst(lukewarm).plan(snapshot(unevenlyFilled(9_000), sized("read", 800, 7)))))
                .containsExactly("read");
    }

    /** The most worn server erases most because it is written most; below half full, emptying it does not help. */
    @Test
    void coldFirst_neverTakesFromAServerLessThanHalfFull() {
        Candidate object = sized("large", 50, 0);
        for (long livePages : new long[] {4_999, 5_001}) {
            List<ServerLoad> servers = with(unevenlyFilled(0), trend(server(0, 100, livePages, ""), 3000, 0));
            assertThat(moved(cold(servers, object))).hasSize(livePages < 5_000 ? 0 : 1);
        }
    }

    @Test
    void coldFirst_stopsAtHalfFull() {
        List<ServerLoad> servers = with(unevenlyFilled(0), trend(server(0, 100, 5_100, ""), 9000, 0));
        Candidate[] objects =
                IntStream.range(0, 9).mapToObj(i -> sized("o" + i, 40, 0)).toArray(Candidate[]::new);
        assertThat(moved(cold(servers, objects))).as("5100 - 3 * 40 < 5000").hasSize(3);
    }
}
