package io.chameleon.lab.ssd.envm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.ssd.envm.simulation.EnvmSimulation;
import io.chameleon.lab.ssd.envm.simulation.FlashTechnology;
import io.chameleon.lab.ssd.envm.simulation.MediumTiming;
import io.chameleon.lab.ssd.envm.simulation.ProcessNode;
import io.chameleon.lab.ssd.envm.simulation.RequestLog;
import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationConfig;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StudyTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path directory;

    private static final StudyWorkload WORKLOAD = new StudyWorkload("a test", false, log(), 64 * MIB);

    private static final SimulationConfig BASE =
            SimulationConfig.paper(Scheme.BASE, 64 * MIB).withCaches(8 * 4_096, 64 * 4_096);

    private static RequestLog log() {
        RequestLog.Builder log = new RequestLog.Builder();
        for (int i = 0; i < 300; i++) {
            log.add(i * 10_000_000L, i % 3 != 0, i * 7L % 200 * 4_096, i % 10 == 0 ? 65_536 : 4_096);
        }
        return log.build();
    }

    private static Findings full() {
        return new Study(WORKLOAD, BASE, _ -> {}).run(false);
    }

    private static SimulationReport simulated(SimulationConfig config) {
        return EnvmSimulation.run(WORKLOAD.log(), config, _ -> {});
    }

    @Test
    void quickStudy_isTheFourSchemesAlone() {
        int[] replayed = {0};
        Findings findings = new Study(WORKLOAD, BASE, count -> replayed[0] += count).run(true);
        assertThat(findings.schemes()).containsOnlyKeys(Scheme.values());
        assertThat(findings.magnified()).containsOnlyKeys(1);
        assertThat(findings.tlc()).isNull();
        assertThat(findings.sizes()).isEmpty();
        assertThat(replayed[0]).isEqualTo(Study.runs(true) * WORKLOAD.log().size());
    }

    @ParameterizedTest
    @EnumSource(Scheme.class)
    void scheme_isSimulatedOnTheSameHierarchy(Scheme scheme) {
        Findings findings = new Study(WORKLOAD, BASE, _ -> {}).run(true);
        assertThat(findings.of(scheme)).isEqualTo(simulated(BASE.withScheme(scheme)));
        assertThat(findings.busy(scheme)).isEqualTo(findings.of(scheme).busy());
    }

    /** Fig. 13a and b. */
    @Test
    void fullStudy_magnifiesWrites() {
        Findings findings = full();
        assertThat(findings.magnified()).containsOnlyKeys(1, 2, 4, 16);
        assertThat(findings.magnified().get(1)).isSameAs(findings.schemes());
        assertThat(Objects.requireNonNull(findings.magnified().get(4)).get(Scheme.OC))
                .isEqualTo(simulated(BASE.withScheme(Scheme.OC).withMagnification(4)));
    }

    /** Fig. 13c: 750 GB of TLC flash, which stands 252.5 GB a day, instead of 1 TB of QLC. */
    @Test
    void fullStudy_putsTlcFlashBehindDramAlone() {
        SimulationConfig tlc = Objects.requireNonNull(full().tlc()).config();
        assertThat(tlc.scheme()).isEqualTo(Scheme.BASE);
        assertThat(tlc.flashBytes()).isEqualTo(48 * MIB);
        assertThat(tlc.flash()).isEqualTo(MediumTiming.TLC);
        assertThat(tlc.flashBytesPerDay()).isCloseTo(0.2525 * 64 * MIB, within(1e-6));
        assertThat(tlc.dramBytes()).isEqualTo(BASE.dramBytes());
    }

    /** Fig. 14: a size for each technology and process, dearer by what the ENVM costs. */
    @Test
    void fullStudy_sizesTheEnvmOfEveryTechnology() {
        Findings findings = full();
        assertThat(findings.sizes()).hasSize(FlashTechnology.values().length * ProcessNode.values().length);
        for (Findings.EnvmNeed need : findings.sizes()) {
            if (Double.isNaN(need.envmShare())) {
                assertThat(need.price()).isNaN();
            } else {
                assertThat(need.price()).isCloseTo(need.technology().price() + 20 * need.envmShare(), within(1e-9));
            }
        }
        Findings.EnvmNeed slc = need(findings, FlashTechnology.SLC);
        Findings.EnvmNeed qlc = need(findings, FlashTechnology.QLC);
        assertThat(slc.envmShare()).isLessThanOrEqualTo(qlc.envmShare());
    }

    private static Findings.EnvmNeed need(Findings findings, FlashTechnology technology) {
        return findings.sizes().stream()
                .filter(need -> need.technology() == technology && need.process() == ProcessNode.NM_3X)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void synthetic_saysWhatItIs() {
        StudyWorkload synthetic = StudyWorkload.virtualDesktops(9, 1, 100);
        assertThat(synthetic.synthetic()).isTrue();
        assertThat(synthetic.name()).contains("synthetic", "stand-in", "seed 9");
        assertThat(synthetic.flashBytes()).isEqualTo(4L << 30);
    }

    private Path trace(String lines) throws IOException {
        return Files.writeString(directory.resolve("a.csv"), lines);
    }

    @Test
    void trace_isReplayedUpToItsLimit() throws IOException {
        Path trace = trace("0,W,0,4096\n5,R,4096,4096\n9,W,8192,512\n");
        StudyWorkload all = StudyWorkload.trace(trace, 0);
        assertThat(all.log().size()).isEqualTo(3);
        assertThat(all.name()).isEqualTo("trace a.csv");
        assertThat(all.synthetic()).isFalse();
        assertThat(StudyWorkload.trace(trace, 2).log().size()).isEqualTo(2);
        assertThat(StudyWorkload.trace(trace, 9).log().size()).isEqualTo(3);
    }

    /** Caches of a few pages would say nothing, so there is a least size. */
    @Test
    void device_ofATrace_holdsWhatTheTraceTouches() throws IOException {
        assertThat(StudyWorkload.trace(trace("0,W,0,4096\n"), 0).flashBytes()).isEqualTo(16 * MIB);
        assertThat(StudyWorkload.trace(trace("0,W,0,1\n1,R,1048576,33554432\n"), 0)
                        .flashBytes())
                .isEqualTo(32 * MIB + 4_096);
    }

    @Test
    void traceWithoutRequests_isAFailureThatNamesIt() throws IOException {
        Path trace = trace("time_us,op,offset,size\n");
        assertThatThrownBy(() -> StudyWorkload.trace(trace, 0))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("trace " + trace + ": no requests in it");
    }
}
