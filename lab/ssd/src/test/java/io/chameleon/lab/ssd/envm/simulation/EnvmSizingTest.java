package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EnvmSizingTest {
    private static final long MIB = 1 << 20;

    /** The same page again and again: hardly any ENVM absorbs it, but each write wears the ENVM. */
    private static RequestLog rewrites(int count) {
        RequestLog.Builder log = new RequestLog.Builder();
        log.add(0, true, 0, 65_536);
        for (int i = 1; i <= count; i++) {
            log.add(i * 1_000L, true, 0, 4_096);
        }
        return log.build();
    }

    private static SimulationConfig config(double flashBytesPerDay) {
        return SimulationConfig.paper(Scheme.NLCWIP, 64 * MIB)
                .withCaches(8 * 4_096, 0)
                .withFlash(64 * MIB, MediumTiming.QLC, flashBytesPerDay);
    }

    @Test
    void logThatWritesNothing_needsTheSmallestEnvm() {
        RequestLog reads = new RequestLog.Builder().add(0, false, 0, 4_096).build();
        EnvmSizing.Size size = EnvmSizing.smallest(reads, config(0), _ -> {});
        assertThat(size.share()).isEqualTo(0.002);
        assertThat(size.bytes()).isCloseTo(0.002 * 64 * MIB, within(1e-6));
    }

    /** Flash that may not be written at all and a write that is too large to be kept: nothing helps. */
    @Test
    void limitThatNoEnvmKeeps_hasNoSize() {
        EnvmSizing.Size size = EnvmSizing.smallest(largeWrites(), config(0), _ -> {});
        assertThat(size.share()).isNaN();
        assertThat(size.bytes()).isNaN();
    }

    private static RequestLog largeWrites() {
        RequestLog.Builder log = new RequestLog.Builder();
        for (int i = 0; i < 4_000; i++) {
            log.add(i, true, i * 65_536L, 65_536);
        }
        return log.build();
    }

    @Test
    void moreWritesOfTheEnvm_needALargerOne() {
        double few =
                EnvmSizing.smallest(rewrites(200), config(10 * MIB), _ -> {}).share();
        double many =
                EnvmSizing.smallest(rewrites(4_000), config(10 * MIB), _ -> {}).share();
        assertThat(many).isGreaterThan(few);
    }

    /** Five halvings of 35 steps, or six. */
    @Test
    void search_takesAboutSixSimulations() {
        int[] replayed = {0};
        EnvmSizing.Size size = EnvmSizing.smallest(rewrites(99), config(10 * MIB), count -> replayed[0] += count);
        assertThat(size.runs()).isBetween(5, 6);
        assertThat(replayed[0]).isEqualTo(size.runs() * 100);
    }
}
