package io.chameleon.lab.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Expected values are those that CPython 3.11 prints. */
class PythonRandomTest {
    @Test
    void shortSeed_givesPythonsNumbers() {
        PythonRandom random = new PythonRandom(0);
        assertThat(random.random()).isEqualTo(0.8444218515250481);
        assertThat(random.random()).isEqualTo(0.7579544029403025);
    }

    @Test
    void negativeSeedOfTwoWords_givesPythonsNumbers() {
        PythonRandom random = new PythonRandom(-(1L << 40) - 5);
        assertThat(random.random()).isEqualTo(0.5043802970418443);
        assertThat(random.below(1 << 16)).isEqualTo(35206);
        assertThat(random.gauss(0, 0.5)).isEqualTo(-0.06079176623822227);
        assertThat(random.gauss(0, 0.5)).isEqualTo(-0.10104414019578709);
        assertThat(random.exponential(1.0 / 16)).isEqualTo(22.73028074256037);
        assertThat(random.below(1000)).isEqualTo(854);
    }
}
