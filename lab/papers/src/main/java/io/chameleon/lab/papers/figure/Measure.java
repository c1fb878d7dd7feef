package io.chameleon.lab.papers.figure;

import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Numbers;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A number that the runs of one seed yield. */
@FunctionalInterface
public interface Measure {
    double of(Results results, int seed);

    /** Over all seeds. */
    default Interval interval(Results results) {
        return Interval.of(IntStream.range(0, results.seeds())
                .mapToDouble(seed -> of(results, seed))
                .toArray());
    }

    /** Of a server on average; with fewer, its wear is not meaningful. */
    double LEAST_ERASES = 1;

    /** Write amplification from which garbage collection is at work: below, all victims were empty. */
    double COLLECTED = 1.01;

    /** How several workloads make one number. */
    @FunctionalInterface
    interface Gather {
        double of(DoubleStream values);
    }

    Gather MEAN = values -> values.average().orElse(Double.NaN);
    Gather LOWEST = values -> values.min().orElse(Double.NaN);
    Gather HIGHEST = values -> values.max().orElse(Double.NaN);

    /** A number of each run of a series. */
    static Measure of(Gather gather, Series series, ToDoubleFunction<EmulationResult> value) {
        return (results, seed) ->
                gather.of(series.cells().stream().mapToDouble(cell -> value.applyAsDouble(results.of(cell, seed))));
    }

    static Measure of(Gather gather, Series series, Metric metric) {
        return of(gather, series, metric::of);
    }

    /**
     * Percent by which a series is above another one on the same workload; workloads on which the other hardly erases
     * are left out.
     */
    static Measure change(Gather gather, Metric metric, Series ours, Series base) {
        return (results, seed) -> gather.of(IntStream.range(0, ours.cells().size())
                .filter(i -> results.of(base.cells().get(i), seed).wear().mean() >= LEAST_ERASES)
                .mapToDouble(i -> Numbers.change(
                        metric.of(results.of(ours.cells().get(i), seed)),
                        metric.of(results.of(base.cells().get(i), seed))))
                .filter(Double::isFinite));
    }

    /**
     * As {@link #change}, and no workload is left out. Above a base of zero, zero is 0 % and anything else infinitely
     * much.
     */
    static Measure changeOfEach(Gather gather, Metric metric, Series ours, Series base) {
        return (results, seed) -> gather.of(IntStream.range(0, ours.cells().size())
                .mapToDouble(i -> above(
                        metric.of(results.of(ours.cells().get(i), seed)),
                        metric.of(results.of(base.cells().get(i), seed)))));
    }

    private static double above(double value, double base) {
        return base == 0 ? (value == 0 ? 0 : Double.POSITIVE_INFINITY) : Numbers.change(value, base);
    }

    /** Whether garbage collection found anything to copy. */
    static boolean hasCollected(EmulationResult run) {
        return run.amplification().write() >= COLLECTED;
    }

    /**
     * As {@link #changeOfEach}, above a rival with the best threshold of its {@link Tuning}, on each workload and seed
     * by itself.
     */
    static Measure changeToBest(Gather gather, Metric metric, Series ours, Series rival) {
        return (results, seed) -> gather.of(IntStream.range(0, ours.cells().size())
                .mapToDouble(i -> above(
                        metric.of(results.of(ours.cells().get(i), seed)),
                        rival.cells().get(i).alternatives().stream()
                                .mapToDouble(
                                        cell -> metric.of(results.exactly(cell).get(seed)))
                                .min()
                                .orElse(Double.NaN))));
    }

    /** A series divided by another one on the same workload. */
    static Measure ratio(Gather gather, Metric metric, Series ours, Series base) {
        Measure change = change(gather, metric, ours, base);
        return (results, seed) -> 1 + change.of(results, seed) / 100;
    }
}
