package io.chameleon.lab.papers;

import static io.chameleon.lab.papers.figure.Measure.HIGHEST;
import static io.chameleon.lab.papers.figure.Measure.MEAN;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Relation;
import io.chameleon.lab.papers.figure.Relation.Unit;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import java.util.ArrayList;
import java.util.List;

/** The targets of our default policy, and whether it reaches them. */
final class Targets implements Figure {
    private static final String OURS = "predictive";
    private static final List<String> DRIFTING = List.of("drift");

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

    private static Series ec(String scheme, Setup setup, List<String> workloads) {
        return Series.of(scheme, RedundancyPolicy.EC, setup, workloads);
    }

    private static Series ec(String scheme, List<String> workloads) {
        return ec(scheme, Setup.STANDARD, workloads);
    }

    private List<String> everything() {
        List<String> all = new ArrayList<>(ChameleonSeries.WORKLOADS);
        all.addAll(DRIFTING);
        all.addAll(recordings);
        return all;
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

    List<Target> targets() {
        List<String> all = everything();
        List<Target> targets = new ArrayList<>();
        targets.add(sigma(
                "σ of erases vs EC-baseline, worst of the five workloads",
                "-52 % / -81 %",
                ChameleonSeries.WORKLOADS,
                -95));
        targets.add(sigma("σ of erases vs EC-baseline, drifting workload", "-", DRIFTING, -90));
        if (!recordings.isEmpty()) {
            targets.add(new Target(
                    "σ of erases vs EC-baseline, worst of the recordings on which garbage collection has pages to copy",
                    "-",
                    Relation.AT_MOST,
                    -85,
                    Unit.PERCENT,
                    Measure.change(
                            HIGHEST, Metric.SIGMA, ec(OURS, recordings), ec("ec", recordings), Measure::hasCollected)));
        }
        targets.add(edm("σ vs EDM-HDF at its best λ on each, average of all", "-43 % / -70 %", MEAN, all, -60));
        targets.add(edm("σ vs EDM-HDF at its best λ on each, worst of all", "-", HIGHEST, all, -30));
        targets.add(change(
                "total erases vs EC-baseline, worst of all",
                "about 0; EDM +20 %",
                HIGHEST,
                Metric.ERASES,
                ec(OURS, all),
                ec("ec", all),
                0.5));
        targets.add(change(
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
        targets.add(change(
                "queued write latency p99 vs EC-baseline, worst of all",
                "-",
                HIGHEST,
                Metric.QUEUED_P99,
                ec(OURS, all),
                ec("ec", all),
                0));
        targets.add(new Target(
                "live pages, fullest server over mean, worst of all",
                "-",
                Relation.AT_MOST,
                1.15,
                Unit.FACTOR,
                Measure.of(HIGHEST, ec(OURS, all), Metric.LIVE_PAGE_SPREAD)));
        targets.add(change(
                "half of the servers at half the endurance: σ of wear vs EC-baseline, worst",
                "-",
                HIGHEST,
                Metric.WEAR_SIGMA,
                ec(OURS, Setup.UNEQUAL, ChameleonSeries.WORKLOADS),
                ec("ec", Setup.UNEQUAL, ChameleonSeries.WORKLOADS),
                -95));
        return targets;
    }

    private static Target edm(String what, String paper, Measure.Gather gather, List<String> workloads, double bound) {
        return new Target(
                what,
                paper,
                Relation.AT_MOST,
                bound,
                Unit.PERCENT,
                Measure.changeToBest(gather, Metric.SIGMA, ec(OURS, workloads), ec("edm-hdf", workloads)));
    }

    private static Target sigma(String what, String paper, List<String> workloads, double bound) {
        return change(what, paper, HIGHEST, Metric.SIGMA, ec(OURS, workloads), ec("ec", workloads), bound);
    }

    private static Target onRep(String what, String paper, Measure.Gather gather, Metric metric, double bound) {
        return change(what, paper, gather, metric, ChameleonSeries.OURS_ON_REP, ChameleonSeries.REP, bound);
    }

    private static Target change(
            String what, String paper, Measure.Gather gather, Metric metric, Series ours, Series base, double bound) {
        return new Target(
                what, paper, Relation.AT_MOST, bound, Unit.PERCENT, Measure.change(gather, metric, ours, base));
    }

    @Override
    public void write(Results results, Section section) {
        section.paragraph(
                "Our default policy, `predictive`. \"Worst\" is the workload on which it does least, in each seed by itself, so that noise"
                        + " counts against it. Intervals are 95 % over the seeds.");
        section.table(
                List.of("target", "paper, average / most", "goal", "measured", "verdict"),
                targets().stream()
                        .map(target -> target.check(results))
                        .map(checked -> List.of(
                                checked.target().what(),
                                checked.target().paper(),
                                checked.goal(),
                                checked.measured(),
                                checked.verdict()))
                        .toList());
        section.paragraph("By workload, start EC, percent against EC-baseline:");
        byWorkload(results, section, everything(), Setup.STANDARD);
        section.paragraph("The same with streams in the devices, for the baseline and the rival too:");
        byWorkload(results, section, ChameleonSeries.WORKLOADS, Setup.STREAMS);
        unequal(results, section);
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
                    percent(
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

    private static void byWorkload(Results results, Section section, List<String> workloads, Setup setup) {
        List<String> schemes =
                setup.equals(Setup.STANDARD) ? List.of("edm-hdf", "chameleon", OURS) : List.of("edm-hdf", OURS);
        List<List<String>> rows = new ArrayList<>();
        for (String workload : workloads) {
            for (String scheme : schemes) {
                Series ours = ec(scheme, setup, List.of(workload));
                Series base = ec("ec", setup, List.of(workload));
                rows.add(List.of(
                        workload,
                        named(scheme, results.best(ours.cells().getFirst())),
                        percent(results, Metric.SIGMA, ours, base),
                        percent(results, Metric.ERASES, ours, base),
                        percent(results, Metric.PAGE_LATENCY, ours, base),
                        percent(results, Metric.QUEUED_P99, ours, base),
                        Unit.FACTOR.text(
                                Measure.of(MEAN, ours, Metric.LIVE_PAGE_SPREAD).interval(results)),
                        Unit.COUNT.text(Measure.of(MEAN, ours, Metric.MOVES).interval(results))));
            }
        }
        section.table(
                List.of("workload", "scheme", "σ", "erases", "page latency", "queued p99", "live page spread", "moves"),
                rows);
    }

    /** With the knobs that the rival ran with. */
    private static String named(String scheme, Cell best) {
        return best.knobs().isEmpty() ? scheme : scheme + " " + best.knobs();
    }

    private static String percent(Results results, Metric metric, Series ours, Series base) {
        return Unit.PERCENT.text(Measure.change(MEAN, metric, ours, base).interval(results));
    }
}
