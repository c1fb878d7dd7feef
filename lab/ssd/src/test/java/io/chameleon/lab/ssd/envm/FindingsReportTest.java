package io.chameleon.lab.ssd.envm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.ssd.envm.simulation.FlashTechnology;
import io.chameleon.lab.ssd.envm.simulation.ProcessNode;
import io.chameleon.lab.ssd.envm.simulation.RequestLog;
import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationConfig;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport;
import io.chameleon.lab.ssd.envm.simulation.Traffic;
import io.chameleon.simssd.envm.TierCounters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables, JSON and figures of findings whose numbers are made up, so that each can be told from the others. */
class FindingsReportTest {
    private static final double MIB = 1 << 20;
    private static final TierCounters COUNTERS = new TierCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 71, 72, 0, 0, 0, 0);

    @TempDir
    Path directory;

    private static SimulationConfig base() {
        return SimulationConfig.paper(Scheme.BASE, 1 << 30)
                .withCaches(4 << 20, 32 << 20)
                .withDay(3_600_000_000L);
    }

    private static SimulationReport.ClassReport means(double offset) {
        SortedMap<Integer, Double> tail = new TreeMap<>();
        tail.put(4, 500 + offset);
        if (offset > 0) {
            tail.put(64, 1_234.5 + offset);
        }
        return new SimulationReport.ClassReport(
                1, 100.25 + offset, 200.5 + offset, 0.25, 0.125, 3 * MIB, 1.5 * MIB, 2.25 * MIB, 10_240, tail);
    }

    private static SimulationReport report(Scheme scheme, double offset, Traffic... classes) {
        Map<Traffic, SimulationReport.ClassReport> means = new EnumMap<>(Traffic.class);
        for (Traffic traffic : classes) {
            means.put(traffic, means(offset + traffic.ordinal()));
        }
        SimulationReport.Day day = new SimulationReport.Day(0, Traffic.BUSY, 12, 4_096, 8_192, 100, 200);
        return new SimulationReport(base().withScheme(scheme), List.of(day), means, COUNTERS);
    }

    private static Map<Scheme, SimulationReport> schemes(Traffic... classes) {
        Map<Scheme, SimulationReport> reports = new EnumMap<>(Scheme.class);
        for (Scheme scheme : Scheme.values()) {
            reports.put(scheme, report(scheme, 10.0 * scheme.ordinal(), classes));
        }
        return reports;
    }

    private static Findings findings(boolean full, Traffic... classes) {
        RequestLog log = new RequestLog.Builder()
                .add(0, true, 0, 4_096)
                .add(1, false, 0, 4_096)
                .build();
        SortedMap<Integer, Map<Scheme, SimulationReport>> magnified = new TreeMap<>();
        magnified.put(1, schemes(classes));
        @Nullable SimulationReport tlc = null;
        List<Findings.EnvmNeed> sizes = List.of();
        if (full) {
            magnified.put(16, schemes(classes));
            tlc = report(Scheme.BASE, 40, classes);
            sizes = List.of(
                    new Findings.EnvmNeed(FlashTechnology.SLC, ProcessNode.NM_3X, 0.002, 4.04),
                    new Findings.EnvmNeed(FlashTechnology.QLC, ProcessNode.NM_2X, 0.034, 1.68),
                    new Findings.EnvmNeed(FlashTechnology.PLC, ProcessNode.NM_1X, Double.NaN, Double.NaN));
        }
        return new Findings(
                new StudyWorkload("trace a.csv", false, log, 1 << 30), base(), schemes(classes), magnified, tlc, sizes);
    }

    private static List<String> lines(Findings findings) {
        return FindingsText.of(findings)
                .lines()
                .map(line -> line.strip().replaceAll(" {2,}", " | "))
                .toList();
    }

    @Test
    void text_beginsWithTheWorkloadAndTheHierarchy() {
        assertThat(FindingsText.of(findings(false, Traffic.BUSY)).lines())
                .startsWith(
                        "workload  trace a.csv",
                        "requests  2 in 1 days of 1h",
                        "hierarchy 4.0 MiB DRAM, 32.0 MiB ENVM, 1.0 GiB QLC flash;"
                                + " limits a day: 4.7 MiB flash, 4.2 MiB ENVM");
    }

    @Test
    void text_hasALineForEachPolicyAndClass_theBusyDaysFirst() {
        List<String> lines = lines(findings(false, Traffic.BUSY, Traffic.LOW));
        assertThat(lines)
                .containsSubsequence(
                        "busy | base | 1 | 100.3 | 200.5 | 25.0% | 12.5% | 10 | 3 | 1.5 | 2.3",
                        "busy | I (OC) | 1 | 110.3 | 210.5 | 25.0% | 12.5% | 10 | 3 | 1.5 | 2.3",
                        "low | base | 1 | 102.3 | 202.5 | 25.0% | 12.5% | 10 | 3 | 1.5 | 2.3");
        assertThat(lines).noneMatch(line -> line.startsWith("moderate"));
    }

    /** The base case has no read of 64 KiB. */
    @Test
    void text_hasADashWhereAPolicySawNoReadOfThatSize() {
        assertThat(lines(findings(false, Traffic.BUSY)))
                .containsSubsequence("4 | 500 | 510 | 520 | 530", "64 | - | 1245 | 1255 | 1265");
    }

    @Test
    void text_ofAQuickStudy_endsWithFigure9() {
        assertThat(FindingsText.of(findings(false, Traffic.BUSY))).doesNotContain("Figures 13", "Figure 13c", "14a");
    }

    @Test
    void text_ofAFullStudy_hasMagnifiedWritesTlcAndSizes() {
        List<String> lines = lines(findings(true, Traffic.BUSY));
        assertThat(lines)
                .containsSubsequence(
                        "1X | base | 3 | 1.5 | 2.3",
                        "16X | III (NLCWIP) | 3 | 1.5 | 2.3",
                        "Figure 13c: TLC flash behind DRAM alone on busy days: read 140.3 µs, write 240.5 µs,"
                                + " critical writes 1.5 MiB a day",
                        "SLC | 3Xnm | 100000 | 0.2% | 4.0",
                        "QLC | 2Xnm | 720 | 3.4% | 1.7",
                        "PLC | 1Xnm | 180 | no size will do | -");
    }

    @Test
    void json_hasTheHierarchyAndEveryPolicy() {
        Map<String, Object> json = FindingsJson.of(findings(false, Traffic.BUSY));
        assertThat(json)
                .containsEntry("workload", "trace a.csv")
                .containsEntry("synthetic", false)
                .containsEntry("requests", 2)
                .doesNotContainKey("tlc");
        assertThat(json.get("hierarchy"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("dram_bytes", 4L << 20)
                .containsEntry("envm_bytes", 32L << 20)
                .containsEntry("flash_bytes", 1L << 30)
                .containsEntry("day_seconds", 3_600.0)
                .containsEntry("idle_floor", 0.5);
        assertThat(map(json, "policies")).containsOnlyKeys("base", "oc", "nlcwoip", "nlcwip");
        assertThat(map(json, "magnified")).isEmpty();
    }

    @Test
    void json_ofAPolicy_hasItsMeansAndItsDays() {
        Map<String, Object> policies = map(FindingsJson.of(findings(false, Traffic.BUSY)), "policies");
        Map<String, Object> first = map(policies, "oc");
        assertThat(first).containsEntry("idle_writebacks", 71L).containsEntry("urgent_writebacks", 72L);
        assertThat(map(first, "busy"))
                .containsEntry("days", 1)
                .containsEntry("read_micros", 110.25)
                .containsEntry("write_micros", 210.5)
                .containsEntry("dram_share", 0.25)
                .containsEntry("envm_share", 0.125)
                .containsEntry("flash_safe_bytes", 3 * MIB)
                .containsEntry("flash_critical_bytes", 1.5 * MIB)
                .containsEntry("envm_write_bytes", 2.25 * MIB)
                .containsEntry("bytes_at_risk", 10_240.0)
                .containsEntry("read_p99_micros_by_kib", Map.of(4, 510.0, 64, 1_244.5));
        assertThat(first.get("days"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .singleElement(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("day", 0)
                .containsEntry("traffic", "busy")
                .containsEntry("requests", 12L)
                .containsEntry("flash_write_bytes", 4_096.0)
                .containsEntry("envm_write_bytes", 8_192.0)
                .containsEntry("mean_bytes_at_risk", 100.0)
                .containsEntry("most_bytes_at_risk", 200.0);
    }

    /** NaN is no JSON: what has no size says nothing of one. */
    @Test
    void json_ofAFullStudy_leavesOutTheSizeOfWhatHasNone() {
        Map<String, Object> json = FindingsJson.of(findings(true, Traffic.BUSY));
        assertThat(map(json, "magnified")).containsOnlyKeys("16x");
        assertThat(map(json, "tlc")).containsKey("busy");
        assertThat(json.get("envm_sizes"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(
                        Map.of(
                                "flash", "qlc",
                                "process", "2Xnm",
                                "cycles", 720.0,
                                "envm_share", 0.034,
                                "price", 1.68),
                        Map.of("flash", "plc", "process", "1Xnm", "cycles", 180.0));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> json, String key) {
        return (Map<String, Object>) Objects.requireNonNull(json.get(key), key);
    }

    @Test
    void reportWithoutDays_isNoReport() {
        SimulationReport empty = new SimulationReport(base(), List.of(), Map.of(), COUNTERS);
        assertThatThrownBy(empty::busy).hasMessage("an empty log has no days");
        Findings none = new Findings(
                StudyWorkload.virtualDesktops(1, 1, 1), base(), Map.of(), new TreeMap<>(), null, List.of());
        assertThatThrownBy(() -> none.of(Scheme.OC)).hasMessage("no report for OC");
    }

    @Test
    void figures_ofAFullStudy_areAllOfThem() {
        List<Path> drawn = FindingsCharts.write(findings(true, Traffic.BUSY), directory.resolve("new/figures"));
        assertThat(drawn.stream().map(Path::getFileName).map(Path::toString))
                .containsExactly(
                        "fig06-data-at-risk.png",
                        "fig07-read-latency.png",
                        "fig08-write-latency.png",
                        "fig09-read-tail.png",
                        "fig10-base-flash-writes.png",
                        "fig11-flash-writes.png",
                        "fig12-envm-writes.png",
                        "fig13-safe.png",
                        "fig13-critical.png",
                        "fig13c-tlc.png",
                        "fig14a.png",
                        "fig14b.png",
                        "fig14c.png");
        assertThat(drawn).allSatisfy(file -> assertThat(file).isNotEmptyFile());
    }

    @Test
    void figures_whereNothingCanBeWritten_areAFailureThatNamesTheOption() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> FindingsCharts.write(findings(false, Traffic.BUSY), file))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("--figures: cannot write to " + file);
    }
}
