package io.chameleon.lab.papers;

import static io.chameleon.lab.papers.figure.Measure.HIGHEST;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Relation;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import io.chameleon.lab.papers.figure.Unit;
import java.util.List;

/** The kinds of targets of our default policy. None leaves out a workload that it was asked for. */
final class Goals {
    static final String OURS = "predictive";
    private static final String BASELINE = "ec";
    private static final String NOT_IN_A_PAPER = "-";

    private Goals() {}

    static Series ec(String scheme, Setup setup, List<String> workloads) {
        return Series.of(scheme, RedundancyPolicy.EC, setup, workloads);
    }

    static Series ec(String scheme, List<String> workloads) {
        return ec(scheme, Setup.STANDARD, workloads);
    }

    /** At most {@code bound} percent above a base on the same workload. */
    static Target change(
            String what, String paper, Measure.Gather gather, Metric metric, Series ours, Series base, double bound) {
        return new Target(
                what, paper, Relation.AT_MOST, bound, Unit.PERCENT, Measure.changeOfEach(gather, metric, ours, base));
    }

    /** Against EC-baseline. */
    static Target onEc(
            String what, String paper, Measure.Gather gather, Metric metric, List<String> workloads, double bound) {
        return change(what, paper, gather, metric, ec(OURS, workloads), ec(BASELINE, workloads), bound);
    }

    static Target sigma(String what, String paper, Measure.Gather gather, List<String> workloads, double bound) {
        return onEc(what, paper, gather, Metric.SIGMA, workloads, bound);
    }

    /** σ against EDM-HDF with the best threshold of its grid. */
    static Target edm(String what, String paper, Measure.Gather gather, List<String> workloads, double bound) {
        return new Target(
                what,
                paper,
                Relation.AT_MOST,
                bound,
                Unit.PERCENT,
                Measure.changeToBest(gather, Metric.SIGMA, ec(OURS, workloads), ec("edm-hdf", workloads)));
    }

    static Target spread(String what, List<String> workloads) {
        return new Target(
                what,
                NOT_IN_A_PAPER,
                Relation.AT_MOST,
                1.15,
                Unit.FACTOR,
                Measure.of(HIGHEST, ec(OURS, workloads), Metric.LIVE_PAGE_SPREAD));
    }

    /** Where there is nothing to balance: σ not above the baseline's, hardly more erases; none without workloads. */
    static List<Target> noHarm(String prefix, List<String> workloads) {
        return workloads.isEmpty()
                ? List.of()
                : List.of(
                        sigma(
                                prefix + "no harm where there is nothing to balance: σ of erases vs EC-baseline, worst",
                                NOT_IN_A_PAPER,
                                HIGHEST,
                                workloads,
                                0),
                        onEc(
                                prefix
                                        + "no harm where there is nothing to balance: total erases vs EC-baseline, worst",
                                NOT_IN_A_PAPER,
                                HIGHEST,
                                Metric.ERASES,
                                workloads,
                                0.2));
    }

    /** Those on which the garbage collection of EC-baseline finds nothing to copy, with any seed. */
    static List<String> withNothingToBalance(List<String> workloads, Results results) {
        return workloads.stream()
                .filter(workload -> results
                        .exactly(ec(BASELINE, List.of(workload)).cells().getFirst())
                        .stream()
                        .noneMatch(Measure::hasCollected))
                .toList();
    }
}
