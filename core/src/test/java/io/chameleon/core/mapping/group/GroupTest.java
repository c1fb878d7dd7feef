package io.chameleon.core.mapping.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.redundancy.WriteHeat;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Groups as a table keeps them: rows change by {@link MappingRules}, and the sums follow. */
class GroupTest {
    private static final HashRanges ONE = new HashRanges(1);
    private static final int PAGE = 4096;
    private static final Placement HERE = place(0, 1, 2, 3, 4, 5);
    private static final Placement THERE = place(6, 1, 2, 3, 4, 5);
    private static final Placement ELSEWHERE = place(6, 7, 2, 3, 4, 5);

    private final GroupHeat heats = new GroupHeat(ONE, PAGE);

    private static Placement place(int... servers) {
        return new Placement(
                RedundancyScheme.EC_4_2,
                Arrays.stream(servers).mapToObj(i -> new ServerId("s" + i)).toList());
    }

    private static ObjectMapping written(
            @Nullable ObjectMapping before, String key, int size, Placement used, long epoch) {
        ObjectContent content = new ObjectContent(
                new WriteId(1000 + epoch, key.hashCode()), size, ObjectContent.MAX_SEGMENT_BYTES, 0, "", Map.of());
        Commit commit = new Commit(new ObjectId("bucket", key), content, used, List.of(), Condition.NONE);
        return MappingRules.committed(before, commit, epoch, 0).row();
    }

    private static ObjectMapping created(String key, Placement at, long epoch) {
        return written(null, key, 8 * PAGE, at, epoch);
    }

    private static ObjectMapping overwritten(String key, int size, Placement at, long epoch) {
        return written(written(null, key, size, at, epoch), key, size, at, epoch);
    }

    private GroupHeat.Of sum(Placement place, long epoch) {
        return heats.hottest(100, epoch).stream()
                .filter(of -> of.group().place().equals(place))
                .findFirst()
                .orElse(new GroupHeat.Of(new Group(0, place), 0, List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)));
    }

    @Test
    void ranges_areEqualPartsOfTheRing() {
        HashRanges ranges = new HashRanges(64);
        long[] objects = new long[64];
        IntStream.range(0, 64_000).forEach(i -> objects[ranges.of(new ObjectId("bucket", "key-" + i))]++);
        assertThat(Arrays.stream(objects)).allMatch(count -> count > 800 && count < 1200);
        assertThat(new HashRanges(1).of(new ObjectId("bucket", "k"))).isZero();
        assertThatThrownBy(() -> new HashRanges(48)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void heatOfAGroup_isThatOfItsObjects_whateverHappensToThem() {
        ObjectMapping a = created("a", HERE, 1);
        heats.changed(null, a, 1);
        ObjectMapping b = overwritten("b", 8 * PAGE, HERE, 1);
        heats.changed(null, b, 1);
        ObjectMapping hot = a;
        for (int epoch = 2; epoch <= 6; epoch++) {
            ObjectMapping after = written(hot, "a", 8 * PAGE, HERE, epoch);
            heats.changed(hot, after, epoch);
            hot = after;
        }
        assertThat(sum(HERE, 6).heat()).isCloseTo(hot.heat(6) + b.heat(6), within(1e-9));
        assertThat(sum(HERE, 6).pages().get(0)).isCloseTo(2 * (hot.heat(6) + b.heat(6)), within(1e-9));
        assertThat(sum(HERE, 8).heat()).isCloseTo(hot.heat(8) + b.heat(8), within(1e-9));

        ObjectMapping moved = written(hot, "a", 8 * PAGE, THERE, 8);
        heats.changed(hot, moved, 8);
        assertThat(sum(HERE, 8).heat()).isCloseTo(b.heat(8), within(1e-9));
        assertThat(sum(THERE, 8).heat()).isCloseTo(moved.heat(8), within(1e-9));

        heats.changed(moved, null, 8);
        assertThat(sum(THERE, 8).heat()).isZero();
    }

    @Test
    void padding_countsAsNoPage() {
        heats.changed(null, overwritten("small", PAGE, HERE, 1), 1);
        assertThat(sum(HERE, 1).pages()).containsExactly(2.0, 0.0, 0.0, 0.0, 2.0, 2.0);
    }

    @Test
    void objectsThatWereWrittenOnce_doNotCount() {
        ObjectMapping once = created("a", HERE, 3);
        heats.changed(null, once, 3);
        assertThat(heats.hottest(10, 3)).isEmpty();
        heats.changed(once, null, 3);
        assertThat(heats.take(3)).isEmpty();
    }

    @Test
    void sums_areTakenOnce_alsoIfMoreWasTakenAwayThanAdded() {
        heats.changed(overwritten("a", 8 * PAGE, HERE, 1), null, 1);
        assertThat(heats.take(1)).singleElement().satisfies(sum -> {
            assertThat(sum.heat()).isCloseTo(-2, within(1e-9));
            assertThat(sum.pages().get(0)).isCloseTo(-4, within(1e-9));
        });
        assertThat(heats.take(1)).isEmpty();
    }

    @Test
    void groupsThatNobodyWrites_areForgotten() {
        heats.changed(null, overwritten("a", 8 * PAGE, HERE, 1), 1);
        assertThat(heats.hottest(10, 5)).hasSize(1);
        assertThat(heats.hottest(10, 30)).isEmpty();
    }

    @Test
    void nextWrites_goWhereTheGroupIsRedirected() {
        Redirects redirects = Redirects.none(ONE).with(List.of(redirect(HERE, THERE)), 100);
        ObjectMapping row = redirects.applied(created("a", HERE, 1));
        assertThat(row.state()).isEqualTo(RedundancyState.EC_EWO);
        assertThat(row.live()).isEqualTo(HERE);
        assertThat(row.destination()).isEqualTo(THERE);
        assertThat(row.version()).isEqualTo(created("a", HERE, 1).version());
        ObjectMapping other = created("b", ELSEWHERE, 1);
        assertThat(redirects.applied(other)).isSameAs(other);
    }

    @Test
    void hotterObjects_waitingAndDegradedOnes_areNotRedirected() {
        ObjectMapping row = created("a", HERE, 1);
        Redirects upToThis = Redirects.none(ONE).with(List.of(redirect(HERE, THERE)), row.heatScore());
        assertThat(upToThis.applied(row).destination()).isEqualTo(THERE);
        ObjectMapping hotter =
                row.with().heatScore(WriteHeat.written(row.heatScore(), 1)).build();
        assertThat(upToThis.applied(hotter)).isSameAs(hotter);
        ObjectMapping degraded = row.with().degraded(true).build();
        assertThat(upToThis.applied(degraded)).isSameAs(degraded);
        ObjectMapping waiting = upToThis.applied(row);
        assertThat(upToThis.applied(waiting)).isSameAs(waiting);
    }

    @Test
    void redirectsOfARange_neverLeadInACircle() {
        Redirects chain = Redirects.none(ONE)
                .with(List.of(redirect(HERE, THERE)), 100)
                .with(List.of(redirect(THERE, ELSEWHERE)), 100);
        assertThat(chain.destinations()).hasSize(2);
        Redirects back = chain.with(List.of(redirect(ELSEWHERE, HERE)), 100);
        assertThat(back.of(new Group(0, HERE))).isEqualTo(HERE);
        assertThat(back.of(new Group(0, ELSEWHERE))).isEqualTo(HERE);
    }

    @Test
    void redirectToItsOwnPlace_endsIt() {
        Redirects redirects =
                Redirects.none(ONE).with(List.of(redirect(HERE, THERE)), 100).with(List.of(redirect(HERE, HERE)), 100);
        assertThat(redirects.destinations()).isEmpty();
    }

    private static Redirect redirect(Placement from, Placement to) {
        return new Redirect(new Group(0, from), to, "test");
    }
}
