package io.chameleon.lab.papers;

import static io.chameleon.lab.papers.Goals.OURS;
import static io.chameleon.lab.papers.Goals.ec;
import static io.chameleon.lab.papers.figure.Measure.HIGHEST;
import static io.chameleon.lab.papers.figure.Measure.MEAN;

import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The targets of our default policy, and whether it reaches them. */
final class Targets implements TargetFigure {
    private static final List<String> DRIFTING = List.of("drift");
    private static final List<String> BESIDE_OURS = List.of("edm-hdf", "chameleon", OURS);

    private final Effort effort;
    private final List<String> recordings;

    Targets(Effort effort) {
        this.effort = effort;
        this.recordings = effort.recordingNames().stream()
                .filter(name -> !EdmSeries.WORKLOADS.contains(name))
                .toList();
    }

    @Override
    public String id() {
        return "targets";
    }

    @Override
    public String title() {
        return "Our targets";
    }

    /** A recording in the place of a synthetic workload has its name, and counts once. */
    private List<String> everything() {
        return Stream.of(ChameleonSeries.WORKLOADS, DRIFTING, recordings)
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    @Override
    public List<Cell> cells() {
        List<String> all = everything();
        List<String> paper = ChameleonSeries.WORKLOADS;
        List<Series> series = List.of(
                ec("ec", all),
                ec("edm-hdf", all),
                ec("chameleon", all),
                ec(OURS, all),
                ec("ec", Setup.STREAMS, paper),
                ec("edm-hdf", Setup.STREAMS, paper),
                ec(OURS, Setup.STREAMS, paper),
                ec("ec", Setup.UNEQUAL, paper),
                ec(OURS, Setup.UNEQUAL, paper),
                ChameleonSeries.REP,
                ChameleonSeries.OURS_ON_REP);
        return series.stream().flatMap(one -> one.cells().stream()).toList();
    }

    @Override
    public List<Claim> claims() {
        return List.of();
    }

    @Override
    public List<Target> targets(Results results) {
        List<String> all = everything();
        List<Target> targets = new ArrayList<>();
        targets.add(Goals.sigma(
                "σ of erases vs EC-baseline, worst of the five workloads",
                "-52 % / -81 %",
                HIGHEST,
                ChameleonSeries.WORKLOADS,
                -95));
        targets.add(Goals.sigma("σ of erases vs EC-baseline, drifting workload", "-", HIGHEST, DRIFTING, -90));
        if (!recordings.isEmpty()) {
            targets.add(
                    Goals.sigma("σ of erases vs EC-baseline, worst of the recordings", "-", HIGHEST, recordings, -85));
        }
        targets.addAll(Goals.noHarm("", Goals.withNothingToBalance(all, results)));
        targets.add(Goals.edm("σ vs EDM-HDF at its best λ on each, average of all", "-43 % / -70 %", MEAN, all, -60));
        targets.add(Goals.edm("σ vs EDM-HDF at its best λ on each, worst of all", "-", HIGHEST, all, -30));
        targets.add(Goals.onEc(
                "total erases vs EC-baseline, worst of all", "about 0; EDM +20 %", HIGHEST, Metric.ERASES, all, 0.5));
        targets.add(Goals.change(
                "total erases with streams vs EC-baseline without, average",
                "-",
                MEAN,
                Metric.ERASES,
                ec(OURS, Setup.STREAMS, ChameleonSeries.WORKLOADS),
                ChameleonSeries.EC,
                -15));
        targets.add(
                onRep("page write latency vs REP-baseline, average", "-25 % / -33 %", MEAN, Metric.PAGE_LATENCY, -30));
        targets.add(onRep("page write latency vs REP-baseline, worst", "-", HIGHEST, Metric.PAGE_LATENCY, -20));
        targets.add(onRep(
                "write amplification vs REP-baseline, average",
                "-12 % / -20 %",
                MEAN,
                Metric.WRITE_AMPLIFICATION,
                -28));
        targets.add(Goals.onEc(
                "queued write latency p99 vs EC-baseline, worst of all", "-", HIGHEST, Metric.QUEUED_P99, all, 0));
        targets.add(Goals.spread("live pages, fullest server over mean, worst of all", all));
        targets.add(Goals.change(
                "half of the servers at half the endurance: σ of wear vs EC-baseline, worst",
                "-",
                HIGHEST,
                Metric.WEAR_SIGMA,
                ec(OURS, Setup.UNEQUAL, ChameleonSeries.WORKLOADS),
                ec("ec", Setup.UNEQUAL, ChameleonSeries.WORKLOADS),
                -95));
        return targets;
    }

    private static Target onRep(String what, String paper, Measure.Gather gather, Metric metric, double bound) {
        return Goals.change(what, paper, gather, metric, ChameleonSeries.OURS_ON_REP, ChameleonSeries.REP, bound);
    }

    @Override
    public void write(Results results, Section section) {
        section.paragraph(
                "Our default policy, `predictive`. \"Worst\" is the workload on which it does least, in each seed by itself, so that noise"
                        + " counts against it. Intervals are 95 % over the seeds.");
        writeTargets(results, section);
        nothingToBalance(results, section);
        section.paragraph("By workload, start EC, percent against EC-baseline:");
        section.table(ByWorkload.HEADER, ByWorkload.rows(results, everything(), Setup.STANDARD, BESIDE_OURS));
        section.paragraph("The same with streams in the devices, for the baseline and the rival too:");
        section.table(
                ByWorkload.HEADER,
                ByWorkload.rows(results, ChameleonSeries.WORKLOADS, Setup.STREAMS, List.of("edm-hdf", OURS)));
        unequal(results, section);
    }

    /** Names the recordings that have a target of their own. */
    private void nothingToBalance(Results results, Section section) {
        List<String> found = Goals.withNothingToBalance(everything(), results);
        if (!found.isEmpty()) {
            section.paragraph("Nothing to balance on " + String.join(", ", found)
                    + ": the baseline's garbage collection copies hardly a page (write amplification below "
                    + Measure.COLLECTED + "), so a page costs the same wherever it is written. These count in every"
                    + " \"worst\" and average like the others. In addition a balancer must do them no harm.");
        }
    }

    private void unequal(Results results, Section section) {
        section.paragraph(
                "Half of the servers at half the endurance. The stronger half needs two thirds of the writes, that is the objects that"
                        + " will be written; beside the outcome stands how far the past tells which they are: the share of the"
                        + " later writes that go to the half of the objects most written until then, seed "
                        + effort.seeds().getFirst() + ". One half would be no foresight at all.");
        List<List<String>> rows = new ArrayList<>();
        for (String workload : ChameleonSeries.WORKLOADS) {
            Workload writes = effort.source(workload, effort.seeds().getFirst()).load();
            rows.add(List.of(
                    workload,
                    ByWorkload.percent(
                            results,
                            Metric.WEAR_SIGMA,
                            ec(OURS, Setup.UNEQUAL, List.of(workload)),
                            ec("ec", Setup.UNEQUAL, List.of(workload))),
                    Numbers.of(Foresight.writesPerObject(writes), 1),
                    Numbers.of(Foresight.share(writes, 0.25), 2),
                    Numbers.of(Foresight.share(writes, 0.5), 2)));
        }
        section.table(
                List.of(
                        "workload",
                        "σ of wear vs EC-baseline",
                        "writes per object",
                        "foreseen after a quarter",
                        "foreseen after half"),
                rows);
    }
}
