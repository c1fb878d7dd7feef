package io.chameleon.lab.papers;

import static io.chameleon.lab.papers.figure.Measure.MEAN;

import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import io.chameleon.lab.papers.figure.Unit;
import java.util.ArrayList;
import java.util.List;

/** Every scheme on every workload against EC-baseline, from EC: what the targets are judged by, one row each. */
final class ByWorkload {
    static final List<String> HEADER =
            List.of("workload", "scheme", "σ", "erases", "page latency", "queued p99", "live page spread", "moves");

    private ByWorkload() {}

    static List<List<String>> rows(Results results, List<String> workloads, Setup setup, List<String> schemes) {
        List<List<String>> rows = new ArrayList<>();
        for (String workload : workloads) {
            for (String scheme : schemes) {
                Series ours = Goals.ec(scheme, setup, List.of(workload));
                Series base = Goals.ec("ec", setup, List.of(workload));
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
        return rows;
    }

    /** With the knobs that the rival ran with. */
    private static String named(String scheme, Cell best) {
        return best.knobs().isEmpty() ? scheme : scheme + " " + best.knobs();
    }

    static String percent(Results results, Metric metric, Series ours, Series base) {
        return Unit.PERCENT.text(Measure.change(MEAN, metric, ours, base).interval(results));
    }
}
