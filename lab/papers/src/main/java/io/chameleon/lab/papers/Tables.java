package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.simssd.FlashTiming;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Tables of the papers, which need no runs. */
final class Tables {
    private Tables() {}

    @FunctionalInterface
    private interface Writing {
        void to(Section section);
    }

    private record Table(String id, String title, Writing writing) implements Figure {
        @Override
        public List<Cell> cells() {
            return List.of();
        }

        @Override
        public List<Claim> claims() {
            return List.of();
        }

        @Override
        public void write(Results results, Section section) throws IOException {
            writing.to(section);
        }
    }

    static List<Figure> chameleon(Effort effort) {
        return List.of(
                new Table("chameleon-table-2", "Chameleon, Table II: SSD parameters", Tables::devices),
                new Table(
                        "chameleon-table-3",
                        "Chameleon, Table III: trace characteristics",
                        section -> PrintedCounts.TABLE_III.write(effort, section)),
                new Table("chameleon-table-4", "Chameleon, Table IV: test schemes", Tables::schemes));
    }

    static Figure edm(Effort effort) {
        return new Table("edm-table-1", "EDM, Table I: characteristics of the workloads", section -> {
            section.paragraph(EdmSeries.STAND_INS);
            PrintedCounts.EDM_TABLE_I.write(effort, section);
        });
    }

    private static void devices(Section section) {
        ClusterSpec cluster = ClusterSpec.standard(RedundancyPolicy.EC);
        FlashTiming timing = cluster.devices().getFirst().timing();
        section.table(
                List.of("parameter", "printed", "ours"),
                List.of(
                        List.of("page size", "4 KB", cluster.pageBytes() / 1024 + " KiB"),
                        List.of("block size", "256 KB", cluster.pageBytes() * cluster.pagesPerBlock() / 1024 + " KiB"),
                        List.of("read latency", "25 µs", micros(timing.read())),
                        List.of("write latency", "200 µs", micros(timing.program())),
                        List.of("erase latency", "1.5 ms", micros(timing.erase())),
                        List.of("over-provisioned space", "15 %", Math.round(cluster.overProvisioning() * 100) + " %"),
                        List.of(
                                "capacity",
                                "not given",
                                "so large that the data, under the initial policy, fills " + cluster.utilisation()
                                        + " of the logical space on average (reading 22)"),
                        List.of(
                                "endurance",
                                "not given",
                                cluster.devices().getFirst().ratedErases() + " erases")));
    }

    private static String micros(Duration time) {
        return time.toNanos() / 1_000 + " µs";
    }

    private static void schemes(Section section) {
        section.table(
                List.of("scheme", "printed", "ours"),
                List.of(
                        List.of("Chameleon", "two wear balancing techniques: ARPT and HCDS", "`chameleon`"),
                        List.of("EDM", "a data migration based technique", "`edm-hdf`, `edm-cdf`"),
                        List.of("REP-baseline", "only REP, no wear balancing", "`rep`: policy `none`, start REP"),
                        List.of("EC-baseline", "only EC, no wear balancing", "`ec`: policy `none`, start EC"),
                        List.of("REP+EC-baseline", "hybrid REP/EC, no wear balancing", "`rep-ec` (reading 26)"),
                        List.of("", "not in the paper", "`predictive`, our default; `cmt`, EDM's rival")));
    }
}
