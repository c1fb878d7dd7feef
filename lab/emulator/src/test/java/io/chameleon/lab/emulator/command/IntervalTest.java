package io.chameleon.lab.emulator.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class IntervalTest {
    /** 1 to 5: s = √2.5, t(4) = 2.776, so 2.776 × 1.5811 / 2.2361 = 1.963. */
    @Test
    void fiveValues_haveStudentsInterval() {
        Interval interval = Interval.of(1, 2, 3, 4, 5);
        assertThat(interval.mean()).isEqualTo(3);
        assertThat(interval.halfWidth()).isCloseTo(1.963, within(0.001));
        assertThat(interval.low()).isCloseTo(1.037, within(0.001));
        assertThat(interval.high()).isCloseTo(4.963, within(0.001));
        assertThat(Numbers.of(interval, 2)).isEqualTo("3.00 ± 1.96");
    }

    @Test
    void oneValue_claimsNoInterval() {
        Interval interval = Interval.of(7);
        assertThat(interval.isKnown()).isFalse();
        assertThat(interval.high()).isEqualTo(7);
        assertThat(Numbers.percent(interval)).isEqualTo("+7.0 %");
    }

    /** Printed tables: t(30) = 2.042, t(40) = 2.021, t(120) = 1.980. */
    @Test
    void t_goesOnBeyondItsTable() {
        assertThat(Interval.t(1)).isEqualTo(12.706);
        assertThat(Interval.t(30)).isEqualTo(2.042);
        assertThat(Interval.t(40)).isCloseTo(2.021, within(0.002));
        assertThat(Interval.t(120)).isCloseTo(1.980, within(0.001));
    }

    @Test
    void noValues_areRefused() {
        assertThatThrownBy(() -> Interval.of()).hasMessageContaining("1 or more");
    }
}
