package io.chameleon.lab.ssd.envm;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.Durations;
import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationConfig;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport.ClassReport;
import io.chameleon.lab.ssd.envm.simulation.Traffic;
import io.chameleon.node.units.ByteSize;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeSet;

/** Findings for people: one table for each figure or two. */
final class FindingsText {
    private static final double MIB = 1 << 20;

    private final Findings findings;
    private final StringBuilder text = new StringBuilder();

    private FindingsText(Findings findings) {
        this.findings = findings;
    }

    static String of(Findings findings) {
        return new FindingsText(findings).write();
    }

    private String write() {
        header();
        schemes();
        tails();
        if (findings.magnified().size() > 1) {
            magnified();
        }
        if (!findings.sizes().isEmpty()) {
            sizes();
        }
        return text.toString().stripTrailing();
    }

    private void header() {
        SimulationConfig base = findings.base();
        line("workload  " + findings.workload().name());
        line("requests  " + findings.workload().log().size() + " in "
                + findings.of(Scheme.BASE).days().size() + " days of "
                + Durations.exact(Duration.ofSeconds(base.dayMicros() / 1_000_000)));
        line("hierarchy " + ByteSize.human(base.dramBytes()) + " DRAM, " + ByteSize.human(base.envmBytes())
                + " ENVM, " + ByteSize.human(base.flashBytes()) + " QLC flash; limits a day: "
                + ByteSize.human((long) base.flashLimit()) + " flash, " + ByteSize.human((long) base.envmLimit())
                + " ENVM");
        line("");
    }

    private void schemes() {
        TextTable table = new TextTable(
                "traffic",
                "policy",
                "days",
                "read µs",
                "write µs",
                "DRAM hits",
                "ENVM hits",
                "at risk KiB",
                "flash safe MiB",
                "flash critical MiB",
                "ENVM MiB");
        for (Traffic traffic : Traffic.values()) {
            for (Scheme scheme : Scheme.values()) {
                ClassReport report = findings.of(scheme).classes().get(traffic);
                if (report != null) {
                    table.row(
                            name(traffic),
                            scheme.title(),
                            report.days(),
                            number(report.readMicros()),
                            number(report.writeMicros()),
                            percent(report.dramShare()),
                            percent(report.envmShare()),
                            number(report.meanBytesAtRisk() / 1_024),
                            number(report.safeBytes() / MIB),
                            number(report.criticalBytes() / MIB),
                            number(report.envmBytes() / MIB));
                }
            }
        }
        section("Figures 6, 7, 8, 10, 11, 12: means per day", table);
    }

    private void tails() {
        TreeSet<Integer> sizes = new TreeSet<>();
        for (Scheme scheme : Scheme.values()) {
            sizes.addAll(findings.busy(scheme).readP99Micros().keySet());
        }
        TextTable table = new TextTable("request KiB", "base", "I", "II", "III");
        for (int size : sizes) {
            table.row(
                    size,
                    tail(Scheme.BASE, size),
                    tail(Scheme.OC, size),
                    tail(Scheme.NLCWOIP, size),
                    tail(Scheme.NLCWIP, size));
        }
        section("Figure 9: 99 % read latency on busy days, µs", table);
    }

    private String tail(Scheme scheme, int size) {
        Double micros = findings.busy(scheme).readP99Micros().get(size);
        return micros == null ? "-" : number(micros);
    }

    private void magnified() {
        TextTable table = new TextTable("writes", "policy", "flash safe MiB", "flash critical MiB", "ENVM MiB");
        findings.magnified()
                .forEach((factor, reports) -> reports.forEach((scheme, report) -> table.row(
                        factor + "X",
                        scheme.title(),
                        number(report.busy().safeBytes() / MIB),
                        number(report.busy().criticalBytes() / MIB),
                        number(report.busy().envmBytes() / MIB))));
        section("Figures 13a, 13b: magnified writes on busy days, per day", table);
        var tlc = findings.tlc();
        if (tlc != null) {
            line("Figure 13c: TLC flash behind DRAM alone on busy days: read "
                    + number(tlc.busy().readMicros())
                    + " µs, write " + number(tlc.busy().writeMicros()) + " µs, critical writes "
                    + number(tlc.busy().criticalBytes() / MIB) + " MiB a day");
            line("");
        }
    }

    private void sizes() {
        TextTable table =
                new TextTable("flash", "process", "P/E cycles", "ENVM of QLC capacity", "price over QLC alone");
        for (Findings.EnvmNeed need : findings.sizes()) {
            table.row(
                    need.technology(),
                    need.process().title(),
                    number(need.technology().cycles(need.process())),
                    Double.isNaN(need.envmShare()) ? "no size will do" : percent(need.envmShare()),
                    Double.isNaN(need.price()) ? "-" : number(need.price()));
        }
        section("Figures 14a, 14b, 14c: ENVM for busy days under policy III", table);
    }

    private void section(String title, TextTable table) {
        line(title);
        line(table.toString());
        line("");
    }

    private void line(String line) {
        text.append(line).append(System.lineSeparator());
    }

    private static String name(Traffic traffic) {
        return traffic.name().toLowerCase(Locale.ROOT);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 1_000 || value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }
}
