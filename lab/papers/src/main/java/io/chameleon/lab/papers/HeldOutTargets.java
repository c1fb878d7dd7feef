package io.chameleon.lab.papers;

import static io.chameleon.lab.papers.Goals.OURS;
import static io.chameleon.lab.papers.figure.Measure.HIGHEST;
import static io.chameleon.lab.papers.figure.Measure.MEAN;

import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.workload.SyntheticWorkloads;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Setup;
import java.util.List;
import java.util.stream.Stream;

/**
 * Our default policy on workloads on which no constant was tuned. The goals were set before the first run and are those
 * of {@link Targets}; the one for the worst σ is that of the recordings. If one is missed, the policy may change for a
 * reason that has nothing to do with these workloads, and its constants may not.
 */
final class HeldOutTargets implements TargetFigure {
    private static final List<String> WORKLOADS = SyntheticWorkloads.heldOut();

    private final Effort effort;

    HeldOutTargets(Effort effort) {
        this.effort = effort;
    }

    @Override
    public String id() {
        return "held-out";
    }

    @Override
    public String title() {
        return "Held-out workloads";
    }

    @Override
    public List<Cell> cells() {
        return Stream.of("ec", "edm-hdf", "chameleon", OURS)
                .flatMap(scheme -> Goals.ec(scheme, WORKLOADS).cells().stream())
                .toList();
    }

    @Override
    public List<Claim> claims() {
        return List.of();
    }

    @Override
    public List<Target> targets(Results results) {
        return Stream.concat(
                        Stream.of(
                                Goals.sigma(
                                        "held out: σ of erases vs EC-baseline, worst", "-", HIGHEST, WORKLOADS, -85),
                                Goals.sigma("held out: σ of erases vs EC-baseline, average", "-", MEAN, WORKLOADS, -90),
                                Goals.edm(
                                        "held out: σ vs EDM-HDF at its best λ on each, average",
                                        "-",
                                        MEAN,
                                        WORKLOADS,
                                        -60),
                                Goals.edm(
                                        "held out: σ vs EDM-HDF at its best λ on each, worst",
                                        "-",
                                        HIGHEST,
                                        WORKLOADS,
                                        -30),
                                Goals.onEc(
                                        "held out: total erases vs EC-baseline, worst",
                                        "-",
                                        HIGHEST,
                                        Metric.ERASES,
                                        WORKLOADS,
                                        0.5),
                                Goals.onEc(
                                        "held out: queued write latency p99 vs EC-baseline, worst",
                                        "-",
                                        HIGHEST,
                                        Metric.QUEUED_P99,
                                        WORKLOADS,
                                        0),
                                Goals.spread("held out: live pages, fullest server over mean, worst", WORKLOADS)),
                        Goals.noHarm("held out, ", Goals.withNothingToBalance(WORKLOADS, results)).stream())
                .toList();
    }

    @Override
    public void write(Results results, Section section) {
        section.paragraph(
                "No constant of any policy was chosen on these workloads: all were made later. The goals were stated"
                        + " before the first run; they are those of \"Our targets\", and for the worst σ that of the recordings.");
        section.table(
                List.of("workload", "what"),
                WORKLOADS.stream()
                        .map(name -> List.of(name, SyntheticWorkloads.about(name)))
                        .toList());
        writeTargets(results, section);
        section.paragraph("By workload, start EC, percent against EC-baseline:");
        section.table(
                ByWorkload.HEADER,
                ByWorkload.rows(results, WORKLOADS, Setup.STANDARD, List.of("edm-hdf", "chameleon", OURS)));
        section.paragraph("How far the past tells what will be written, seed "
                + effort.seeds().getFirst()
                + ". Foreseen: the share of the later writes that go to the half of the objects most"
                + " written until then; one half would be no foresight at all, and objects that are created later have no past."
                + " Told: the correlation, over objects, of what is known at half of the time with the bytes written in the "
                + HeatForesight.AHEAD + " epochs after. Heat is what a policy sees; it halves each epoch.");
        section.table(
                join(Foresight.HEADER, HeatForesight.HEADER),
                WORKLOADS.stream().map(this::foresight).toList());
    }

    private List<String> foresight(String name) {
        Workload workload = effort.source(name, effort.seeds().getFirst()).load();
        return join(Foresight.row(name, workload), HeatForesight.row(workload));
    }

    private static List<String> join(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
