package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.command.WorkloadSource;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.lab.papers.figure.Section;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of the papers' workloads: what is counted, and that both sides of the comparison are as long. */
class PrintedCountsTest {
    private record Loaded(String name, Workload load) implements WorkloadSource {
        @Override
        public String identity() {
            return name;
        }
    }

    /** Two objects of 1 and 3 MB; three writes of 1 MB each and one read of half of one. */
    private static Workload workload(String name, boolean synthetic) {
        Workload.Builder workload = Workload.builder(name, synthetic);
        workload.object(1_000_000);
        workload.object(3_000_000);
        workload.request(0, true, 0, 0, 1_000_000);
        workload.request(1, true, 1, 0, 1_000_000);
        workload.request(2, true, 1, 1_000_000, 1_000_000);
        workload.request(3, false, 1, 0, 500_000);
        return workload.build();
    }

    private static Effort effort(double scale, boolean synthetic) {
        Map<String, WorkloadSource> sources = Stream.concat(
                        ChameleonSeries.WORKLOADS.stream(), EdmSeries.WORKLOADS.stream())
                .collect(Collectors.toMap(Function.identity(), name -> new Loaded(name, workload(name, synthetic))));
        return new Effort(scale, List.of(7L), 8, sources);
    }

    private static String table(PrintedCounts counts, Effort effort) {
        Document document = new Document("by hand");
        counts.write(effort, new Section(document, Path.of("unused")));
        return document.markdown();
    }

    @Test
    void tableIII_countsRequestsDataAndWrites() {
        assertThat(table(PrintedCounts.TABLE_III, effort(1, false)))
                .contains("| workload | requests | ours | distance | data set, GB | ours | distance | request "
                        + "data, GB | ours | distance | write ratio, % | ours | distance |")
                .contains("| web-1 | 1300000 | 4 | -100.0 % | 3.80 | 0.00 | -99.9 % | 18.00 | 0.00 | -100.0 % "
                        + "| 76.9 | 75.0 | -2.5 % |");
    }

    @Test
    void edmTableI_countsFilesWritesAndReads() {
        assertThat(table(PrintedCounts.EDM_TABLE_I, effort(1, false)))
                .contains("| workload | files | ours | distance | writes | ours | distance | mean write, bytes "
                        + "| ours | distance |")
                .contains("| edm-deasna | 9727 | 2 | -100.0 % | 232481 | 3 | -100.0 % | 24167 | 1000000 | "
                        + "+4037.9 % | 271619 | 1 | -100.0 % | 23869 | 500000 | +1994.8 % |");
    }

    /** Counts grow with the workload; sizes and ratios do not. */
    @Test
    void syntheticWorkloadAtAScale_isHeldAgainstTheScaledCounts() {
        assertThat(table(PrintedCounts.TABLE_III, effort(0.001, true)))
                .contains("| workload | requests × 0.001 if synthetic | ours | distance | data set, GB × 0.001 "
                        + "if synthetic |")
                .contains("| write ratio, % | ours | distance |")
                .contains("| usr-0 (synthetic) | 2200 | 4 | -99.8 % | 0.00 | 0.00 | +60.0 % | 0.19 | 0.00 | "
                        + "-98.2 % | 83.6 | 75.0 | -10.3 % |");
    }

    /** It replays at full length whatever the scale, so its counts are the printed ones or they are wrong. */
    @Test
    void recording_isHeldAgainstThePrintedCountsThemselves() {
        assertThat(table(PrintedCounts.TABLE_III, effort(0.001, false)))
                .contains("| usr-0 | 2200000 | 4 | -100.0 % | 2.50 | 0.00 | -99.8 % | 194.00 | 0.00 | -100.0 % "
                        + "| 83.6 | 75.0 | -10.3 % |");
    }

    @Test
    void workloadWithoutReads_hasADashForTheirSize() {
        Workload.Builder writes = Workload.builder("edm-home02", false);
        writes.object(10);
        writes.request(0, true, 0, 0, 10);
        Effort all = effort(1, false);
        Map<String, WorkloadSource> sources = new HashMap<>(all.recordings());
        sources.put("edm-home02", new Loaded("edm-home02", writes.build()));
        assertThat(table(PrintedCounts.EDM_TABLE_I, new Effort(1, all.seeds(), 8, sources)))
                .contains("| edm-home02 | 10931 | 1 | -100.0 % | 730602 | 1 | -100.0 % | 8048 | 10 | -99.9 % | "
                        + "3497486 | 0 | -100.0 % | 8191 | - | - |");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TABLE_III", "EDM_TABLE_I"})
    void everyRow_hasANumberForEachColumn(String name) {
        PrintedCounts counts = name.equals("TABLE_III") ? PrintedCounts.TABLE_III : PrintedCounts.EDM_TABLE_I;
        List<String> workloads = name.equals("TABLE_III") ? ChameleonSeries.WORKLOADS : EdmSeries.WORKLOADS;
        assertThat(counts.rows())
                .extracting(PrintedCounts.Row::workload)
                .containsExactlyInAnyOrderElementsOf(workloads);
        assertThat(counts.rows()).allSatisfy(row -> {
            assertThat(row.printed()).hasSize(counts.columns().size());
            for (double printed : row.printed()) {
                assertThat(printed).isPositive();
            }
        });
    }
}
