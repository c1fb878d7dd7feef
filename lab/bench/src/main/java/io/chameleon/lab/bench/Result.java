package io.chameleon.lab.bench;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The result of a run.
 *
 * @param seconds that were measured
 * @param times of operations that succeeded, in microseconds, by kind
 * @param neverBegun operations of an open loop that were due and that no worker started
 * @param errorExamples a message for each error code
 */
record Result(
        Plan plan,
        double seconds,
        Map<Operation, Histogram> times,
        List<Second> course,
        long errors,
        Map<String, String> errorExamples,
        long neverBegun,
        long readBytes,
        long writtenBytes,
        Usage usage) {
    /**
     * One second of the run.
     *
     * @param at end of it, seconds since the start
     */
    record Second(double at, double operationsPerSecond, double medianMillis, double p99Millis) {}

    long operations() {
        return times.values().stream().mapToLong(Histogram::getTotalCount).sum();
    }

    double perSecond() {
        return operations() / seconds;
    }

    /** All operations together. */
    Histogram all() {
        Histogram all = new Histogram(3);
        times.values().forEach(all::add);
        return all;
    }
}
