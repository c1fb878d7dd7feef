package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> done = new ArrayList<>();

    private void at(long nanos, String what) {
        time.after(nanos, () -> done.add(what + "@" + time.now()));
    }

    private void runUntil(long nanos) {
        while (time.step(nanos)) {
            // The next one.
        }
    }

    @Test
    void events_runInTheOrderOfTheirTimes_whateverTheOrderOfTheRequests() {
        at(30, "third");
        at(10, "first");
        at(20, "second");
        runUntil(100);
        assertThat(done).containsExactly("first@10", "second@20", "third@30");
    }

    /** Otherwise the heap would decide, and a run would change with the number of events in it. */
    @Test
    void eventsOfTheSameTime_runInTheOrderOfTheRequests() {
        IntStream.range(0, 100).forEach(i -> at(7, Integer.toString(i)));
        runUntil(7);
        assertThat(done)
                .containsExactlyElementsOf(
                        IntStream.range(0, 100).mapToObj(i -> i + "@7").toList());
    }

    @Test
    void event_thatRequestsAnother_countsFromItsOwnTime() {
        time.after(10, () -> at(5, "later"));
        runUntil(100);
        assertThat(done).containsExactly("later@15");
    }

    @Test
    void event_ofThePast_runsNow_butNotBeforeThoseOfNow() {
        time.after(10, () -> {
            at(0, "now");
            at(-5, "past");
        });
        runUntil(100);
        assertThat(done).containsExactly("now@10", "past@10");
    }

    @Test
    void step_runsOneEvent() {
        at(1, "first");
        at(2, "second");
        assertThat(time.step(10)).isTrue();
        assertThat(done).containsExactly("first@1");
        assertThat(time.now()).isEqualTo(1);
    }

    @Test
    void eventsBeyondTheEnd_stay_andTheTimeIsTheEnd() {
        at(11, "beyond");
        assertThat(time.step(10)).isFalse();
        assertThat(done).isEmpty();
        assertThat(time.now()).isEqualTo(10);
        runUntil(11);
        assertThat(done).containsExactly("beyond@11");
    }

    @Test
    void end_thatIsOver_doesNotTurnTheTimeBack() {
        runUntil(10);
        assertThat(time.step(5)).isFalse();
        assertThat(time.now()).isEqualTo(10);
    }

    @Test
    void time_neverGoesBack_whateverIsRequested() {
        SplittableRandom chance = new SplittableRandom(4);
        List<Long> seen = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            branch(chance, seen, 3);
        }
        runUntil(Long.MAX_VALUE);
        assertThat(seen).isSorted().hasSize(50 * (1 + 2 + 4 + 8));
        assertThat(time.asked()).isEqualTo(seen.size());
    }

    private void branch(SplittableRandom chance, List<Long> seen, int depth) {
        time.after(chance.nextLong(-10, 1_000), () -> {
            seen.add(time.now());
            if (depth > 0) {
                branch(chance, seen, depth - 1);
                branch(chance, seen, depth - 1);
            }
        });
    }
}
