package io.chameleon.lab.common.linearizability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The search alone, on a counter that can be increased by one, or from one number to another, and read. */
class ModelCheckTest {
    private record Counting(String what, int from, int to, boolean isCertain, long start, long end)
            implements ModelCheck.Step<Integer> {
        private static final int ANY = -1;

        @Override
        public boolean changes() {
            return !what.equals("read");
        }

        @Override
        public List<Integer> apply(Integer state) {
            if (what.equals("add")) {
                return List.of(state + 1);
            }
            return from == ANY || state == from ? List.of(to) : List.of();
        }
    }

    private static Counting add(long start, long end) {
        return new Counting("add", 0, 0, true, start, end);
    }

    private static Counting perhapsAdd(long start, long end) {
        return new Counting("add", 0, 0, false, start, end);
    }

    private static Counting read(int value, long start, long end) {
        return new Counting("read", value, value, true, start, end);
    }

    private static Counting set(int from, int to, long start, long end) {
        return new Counting("set", from, to, true, start, end);
    }

    private static Optional<ModelCheck.Refused<Integer>> refused(Counting... steps) {
        return ModelCheck.refused(0, List.of(steps));
    }

    private static void fits(Counting... steps) {
        assertThat(refused(steps)).isEmpty();
    }

    private static void refuses(Counting culprit, Counting... steps) {
        assertThat(refused(steps).map(ModelCheck.Refused::step)).contains(culprit);
    }

    @Test
    void nothing_fits() {
        fits();
    }

    @Test
    void stepsOneAfterTheOther_fitInTheirOrderAlone() {
        fits(add(0, 1), read(1, 2, 3), add(4, 5), read(2, 6, 7));
        Counting stale = read(1, 6, 7);
        refuses(stale, add(0, 1), read(1, 2, 3), add(4, 5), stale);
    }

    @Test
    void overlappingSteps_fitInAnyOrder() {
        fits(add(0, 10), add(0, 10), read(1, 0, 10), read(0, 0, 10), read(2, 0, 10));
        fits(set(1, 2, 0, 10), set(0, 1, 0, 10));
    }

    /** Once somebody has seen the new value, nobody may see the old one. */
    @Test
    void stepUnderWay_takesEffectOnce() {
        Counting back = read(0, 5, 6);
        refuses(back, add(0, 10), read(1, 1, 4), back);
        fits(add(0, 10), read(0, 1, 4), read(1, 5, 6));
        refuses(read(2, 1, 4), add(0, 10), read(2, 1, 4));
    }

    /** What begins at the moment at which another ends was under way with it. */
    @Test
    void stepsThatMeet_overlap() {
        fits(add(0, 5), read(0, 5, 6));
        refuses(read(0, 6, 7), add(0, 5), read(0, 6, 7));
    }

    @Test
    void uncertainStep_happensOrNot_butNotAfterItsEnd() {
        fits(perhapsAdd(0, 10), read(0, 11, 12));
        fits(perhapsAdd(0, 10), read(1, 11, 12));
        fits(perhapsAdd(0, 10), read(0, 1, 2), read(1, 3, 4));
        Counting late = read(1, 13, 14);
        refuses(late, perhapsAdd(0, 10), read(0, 11, 12), late);
    }

    @Test
    void uncertainSteps_explainAsMuchAsThereAreOfThem() {
        fits(perhapsAdd(0, 10), perhapsAdd(0, 10), read(2, 11, 12));
        Counting three = read(3, 11, 12);
        refuses(three, perhapsAdd(0, 10), perhapsAdd(0, 10), three);
    }

    @Test
    void refusal_namesTheStatesThatWerePossibleBefore() {
        ModelCheck.Refused<Integer> refused =
                refused(perhapsAdd(0, 10), read(5, 11, 12)).orElseThrow();
        assertThat(refused.before()).containsExactlyInAnyOrder(0, 1);
        assertThat(refused.isUndecided()).isFalse();
    }

    /** Two steps that are equal are still two. */
    @Test
    void equalSteps_eachHappen() {
        Counting twice = add(0, 10);
        fits(twice, add(0, 10), read(2, 11, 12));
        refuses(read(1, 11, 12), twice, add(0, 10), read(1, 11, 12));
    }

    @Test
    void slotOfAStepThatHasEnded_isFreeAgain() {
        List<Counting> steps = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            steps.add(add(10L * i, 10L * i + 15));
        }
        steps.add(read(500, 6_000, 6_001));
        assertThat(ModelCheck.refused(0, steps)).isEmpty();
    }

    @Test
    void moreThan64StepsAtATime_areRefused() {
        List<Counting> reads =
                IntStream.range(0, 64).mapToObj(_ -> read(0, 0, 10)).toList();
        assertThat(ModelCheck.refused(0, reads)).isEmpty();
        List<Counting> more =
                Stream.concat(reads.stream(), Stream.of(read(0, 0, 10))).toList();
        assertThatThrownBy(() -> ModelCheck.refused(0, more))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("more than 64 operations on one key at a time");
    }

    /** Every order of so many sets leads elsewhere: undecided is no violation, and no proof. */
    @Test
    void searchThatGrowsTooLarge_isUndecided() {
        List<Counting> steps = IntStream.range(0, 24)
                .mapToObj(i -> new Counting("set", Counting.ANY, 1 + i, false, 0, 10))
                .toList();
        assertThat(ModelCheck.refused(0, steps).map(ModelCheck.Refused::isUndecided))
                .contains(true);
    }
}
