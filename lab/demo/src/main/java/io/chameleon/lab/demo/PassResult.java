package io.chameleon.lab.demo;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import java.util.List;
import java.util.Map;

/**
 * The results of one pass.
 *
 * @param wear final report of each server, by id
 * @param epochs σ and states after each epoch
 * @param verified objects read back byte for byte
 * @param lost acknowledged objects that were not
 * @param unacknowledged writes that failed; their object may hold either version
 */
record PassResult(
        String policy,
        List<WearReport> wear,
        List<Epoch> epochs,
        long verified,
        long lost,
        long unacknowledged,
        double seconds) {
    /** The cluster after one epoch. */
    record Epoch(double sigma, Map<RedundancyState, Long> states) {}

    long erases() {
        return wear.stream().mapToLong(WearReport::erases).sum();
    }

    double mean() {
        return (double) erases() / wear.size();
    }

    double sigma() {
        return sigma(wear);
    }

    /** Population standard deviation of erases over servers. */
    static double sigma(List<WearReport> wear) {
        double mean = wear.stream().mapToLong(WearReport::erases).average().orElse(0);
        double squares = wear.stream()
                .mapToDouble(report -> (report.erases() - mean) * (report.erases() - mean))
                .sum();
        return Math.sqrt(squares / wear.size());
    }

    double cv() {
        return mean() == 0 ? 0 : sigma() / mean();
    }

    double writeAmplification() {
        long host = wear.stream().mapToLong(WearReport::hostPageWrites).sum();
        long nand = wear.stream().mapToLong(WearReport::nandPageWrites).sum();
        return host == 0 ? 1 : (double) nand / host;
    }

    double meanLatencyMicros() {
        double micros = wear.stream()
                .mapToDouble(report -> report.writeLatency().meanMicros()
                        * report.writeLatency().count())
                .sum();
        long count =
                wear.stream().mapToLong(report -> report.writeLatency().count()).sum();
        return count == 0 ? 0 : micros / count;
    }

    /** Of the worst server: histograms of different servers are not merged. */
    double p99LatencyMicros() {
        return wear.stream()
                .mapToDouble(report -> report.writeLatency().p99Micros())
                .max()
                .orElse(0);
    }
}
