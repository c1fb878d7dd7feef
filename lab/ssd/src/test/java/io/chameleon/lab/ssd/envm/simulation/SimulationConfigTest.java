package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.simssd.envm.EnvmPolicy;
import io.chameleon.simssd.envm.TierConfig;
import org.junit.jupiter.api.Test;

class SimulationConfigTest {
    private static final long TB = 1_000_000_000_000L;
    private static final SimulationConfig PAPER = SimulationConfig.paper(Scheme.NLCWIP, TB);

    /** Section VI-A: 4 GB of DRAM, 32 GB of Optane that stands 100 GB a day, 1 TB of QLC that stands 110 GB. */
    @Test
    void paper_isItsHierarchy() {
        assertThat(PAPER.dramBytes()).isEqualTo(4_000_000_000L);
        assertThat(PAPER.envmBytes()).isEqualTo(32_000_000_000L);
        assertThat(PAPER.flashLimit()).isCloseTo(110e9, within(1.0));
        assertThat(PAPER.envmLimit()).isCloseTo(100e9, within(1.0));
    }

    @Test
    void limits_shrinkWithTheDay() {
        SimulationConfig hour = PAPER.withDay(SimulationConfig.DAY_MICROS / 24);
        assertThat(hour.flashLimit()).isCloseTo(110e9 / 24, within(1.0));
        assertThat(hour.envmLimit()).isCloseTo(100e9 / 24, within(1.0));
    }

    @Test
    void each_with_changesOnlyWhatItNames() {
        assertThat(PAPER.withScheme(Scheme.OC))
                .isEqualTo(new SimulationConfig(
                        Scheme.OC,
                        TB,
                        MediumTiming.QLC,
                        PAPER.flashBytesPerDay(),
                        PAPER.dramBytes(),
                        PAPER.envmBytes(),
                        SimulationConfig.DAY_MICROS,
                        1,
                        0.5));
        SimulationConfig changed = PAPER.withFlash(5, MediumTiming.TLC, 6)
                .withCaches(1, 2)
                .withDay(3)
                .withMagnification(4)
                .withIdleFloor(0.25);
        assertThat(changed).isEqualTo(new SimulationConfig(Scheme.NLCWIP, 5, MediumTiming.TLC, 6, 1, 2, 3, 4, 0.25));
    }

    /** The base case has no ENVM to put anything into, whatever its size would be. */
    @Test
    void tier_hasAnEnvmUnlessItIsTheBaseCase() {
        SimulationConfig small = PAPER.withCaches(10 * 4_096 + 4_095, 20 * 4_096);
        TierConfig third = small.tier();
        assertThat(third.policy()).isEqualTo(EnvmPolicy.NLCWIP);
        assertThat(third.dramPages()).isEqualTo(10);
        assertThat(third.envmPages()).isEqualTo(20);
        assertThat(small.withScheme(Scheme.BASE).tier().envmPages()).isZero();
        assertThat(small.withScheme(Scheme.BASE).tier().dramPages()).isEqualTo(10);
    }

    @Test
    void tier_hasTheBudgetOfADay_inPages() {
        TierConfig tier = PAPER.withFlash(TB, MediumTiming.QLC, 4_096_000)
                .withDay(SimulationConfig.DAY_MICROS / 2)
                .withIdleFloor(0.25)
                .tier();
        assertThat(tier.flashPagesPerDay()).isCloseTo(500, within(1e-9));
        assertThat(tier.dayNanos()).isEqualTo(SimulationConfig.DAY_MICROS * 500);
        assertThat(tier.idleFloor()).isEqualTo(0.25);
        assertThat(tier.flashAccessNanos()).isEqualTo(MediumTiming.QLC.accessNanos());
    }

    @Test
    void policyOfTheBaseCase_isTheFirst() {
        assertThat(Scheme.BASE.policy()).isEqualTo(Scheme.OC.policy());
        assertThat(Scheme.NLCWOIP.policy()).isEqualTo(EnvmPolicy.NLCWOIP);
    }

    @Test
    void nonsense_isNamed() {
        assertThatThrownBy(() -> PAPER.withFlash(0, MediumTiming.QLC, 1))
                .hasMessage("flash bytes: '0' given, expected at least 1");
        assertThatThrownBy(() -> PAPER.withFlash(1, MediumTiming.QLC, -1)).hasMessageContaining("flash bytes a day");
        assertThatThrownBy(() -> PAPER.withCaches(-1, 0)).hasMessage("DRAM bytes: '-1' given, expected at least 0");
        assertThatThrownBy(() -> PAPER.withCaches(0, -1)).hasMessage("ENVM bytes: '-1' given, expected at least 0");
        assertThatThrownBy(() -> PAPER.withDay(0)).hasMessage("length of a day: '0' given, expected at least 1 us");
        assertThatThrownBy(() -> PAPER.withMagnification(0)).hasMessage("magnification: '0' given, expected 1 to 1024");
        assertThatThrownBy(() -> PAPER.withMagnification(1_025)).hasMessageContaining("1025");
    }
}
