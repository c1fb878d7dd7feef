package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.testing.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PaceTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static int happen(Pace pace, double minutes) {
        int count = 0;
        while (pace.isDue(minutes)) {
            pace.happened();
            count++;
        }
        return count;
    }

    @Test
    void events_comeAtTheirRate_whateverTheTimesOfLooking() {
        Pace pace = new Pace(18, new SplittableRandom(SEED.value()));
        int count = 0;
        for (double minute = 0; minute <= 100; minute += 0.37) {
            count += happen(pace, minute);
        }
        assertThat(count).isBetween(1_790, 1_801);
    }

    @Test
    void eventsThatWereHeldUp_areMadeUpFor() {
        Pace pace = new Pace(6, new SplittableRandom(SEED.value()));
        assertThat(happen(pace, 0)).isZero();
        assertThat(happen(pace, 10)).isBetween(59, 61);
    }

    @Test
    void rateOfZero_neverComes() {
        assertThat(new Pace(0, new SplittableRandom(SEED.value())).isDue(1e6)).isFalse();
    }
}
