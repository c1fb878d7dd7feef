package io.chameleon.s3.md5;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class Md5TrialTest {
    /** By a clock that is asked once at the start, and then three times for each sample. */
    private static Md5Trial trial(long inLanes, long oneByOne) {
        Iterator<Long> clock = LongStream.iterate(-1, look -> look + 1)
                .map(look -> Math.floorDiv(look, 3) * (inLanes + oneByOne)
                        + switch ((int) Math.floorMod(look, 3L)) {
                            case 1 -> inLanes;
                            case 2 -> inLanes + oneByOne;
                            default -> 0;
                        })
                .iterator();
        return new Md5Trial(clock::next, () -> {});
    }

    @Test
    void trial_lanesClearlyFaster_isPassed() {
        assertThat(trial(10, 16).isPassed(1000)).isTrue();
    }

    @Test
    void trial_lanesHardlyFaster_isFailedWhenItsTimeIsOver() {
        assertThat(trial(10, 14).isPassed(1000)).isFalse();
    }
}
