package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassTallyTest {
    private final ClassTally tally = new ClassTally();

    private SimulationReport.ClassReport report() {
        return tally.report(3, 10, 20, 30, 40);
    }

    /** Multiples of 4 KiB up to 128; beyond, powers of two. */
    @ParameterizedTest
    @CsvSource({
        "0, 4",
        "1, 4",
        "512, 4",
        "4096, 4",
        "4097, 8",
        "12288, 12",
        "131072, 128",
        "131073, 256",
        "262144, 256",
        "262145, 512",
        "1073741824, 1048576"
    })
    void sizes_areClassedInKiB(long bytes, int kib) {
        assertThat(ClassTally.sizeClass(bytes)).isEqualTo(kib);
    }

    @Test
    void latencies_areMeansOfReadsAndOfWrites() {
        tally.read(4_096, 1_000);
        tally.read(4_096, 3_000);
        tally.write(10_000);
        tally.write(20_000);
        tally.write(60_000);
        assertThat(report().readMicros()).isEqualTo(2);
        assertThat(report().writeMicros()).isEqualTo(30);
    }

    @Test
    void hits_areSharesOfAllPagesRead() {
        tally.hits(3, 1, 0);
        tally.hits(0, 1, 5);
        assertThat(report().dramShare()).isCloseTo(0.3, within(1e-12));
        assertThat(report().envmShare()).isCloseTo(0.2, within(1e-12));
    }

    /** One slow read in a hundred is the 99th percentile's business; one in a thousand is not. */
    @Test
    void tail_isThe99thPercentileOfEachSize() {
        for (int i = 0; i < 1_000; i++) {
            tally.read(4_096, i == 0 ? 9_000_000 : 1_000);
            tally.read(8_192, i % 50 == 0 ? 9_000_000 : 1_000);
        }
        assertThat(report().readP99Micros()).containsOnlyKeys(4, 8);
        assertThat(report().readP99Micros().get(4)).isBetween(1.0, 1.0 + 1.0 / 16);
        assertThat(report().readP99Micros().get(8)).isBetween(9_000.0, 9_000 * (1 + 1.0 / 16));
    }

    /** A day without a read has a mean all the same, and no division by zero. */
    @Test
    void classWithoutRequests_hasZeroes() {
        assertThat(report().readMicros()).isZero();
        assertThat(report().writeMicros()).isZero();
        assertThat(report().dramShare()).isZero();
        assertThat(report().envmShare()).isZero();
        assertThat(report().readP99Micros()).isEmpty();
    }

    @Test
    void bytes_arePassedOn() {
        SimulationReport.ClassReport report = report();
        assertThat(report.days()).isEqualTo(3);
        assertThat(report.safeBytes()).isEqualTo(10);
        assertThat(report.criticalBytes()).isEqualTo(20);
        assertThat(report.flashBytes()).isEqualTo(30);
        assertThat(report.envmBytes()).isEqualTo(30);
        assertThat(report.meanBytesAtRisk()).isEqualTo(40);
    }
}
