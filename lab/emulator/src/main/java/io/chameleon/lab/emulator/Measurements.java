package io.chameleon.lab.emulator;

import io.chameleon.core.wear.WearReport;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.emulator.EmulationResult.Latency;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** Collects the measurements of requests and epochs, and totals the servers. */
final class Measurements {
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1_000;

    private final Histogram writeService = new Histogram(DIGITS);
    private final Histogram writeQueued = new Histogram(DIGITS);
    private final Histogram readQueued = new Histogram(DIGITS);
    private final List<EpochEnd> epochs = new ArrayList<>();
    private long clientBytes;
    private long carriedOut;
    private long inPlace;
    private double epochLatency;
    private long epochWrites;
    private double maxSpread = 1;

    void wrote(Transfer transfer, ClientOperations client) {
        writeService.recordValue(transfer.service());
        writeQueued.recordValue(transfer.latency());
        epochLatency += transfer.latency();
        epochWrites++;
        clientBytes += transfer.bytes();
        carriedOut += client.carriedOut() ? 1 : 0;
        inPlace += client.keptInPlace() ? 1 : 0;
    }

    void read(Transfer transfer) {
        readQueued.recordValue(transfer.latency());
        clientBytes += transfer.bytes();
    }

    void epochEnded(long epoch, VirtualCluster cluster, VirtualObjects objects, EpochBalancing.Done done) {
        List<WearReport> reports = reports(cluster);
        double mean = mean(reports, WearReport::erases);
        maxSpread = Math.max(maxSpread, spread(reports));
        epochs.add(new EpochEnd(
                epoch,
                sigma(reports, WearReport::erases),
                mean,
                done.remaps(),
                done.bulk(),
                epochWrites == 0 ? 0 : epochLatency / epochWrites / NANOS_PER_MICRO,
                objects.bytesByState(),
                cluster.servers().stream()
                        .map(server -> server.sinceFilled().nandPages())
                        .toList()));
        epochLatency = 0;
        epochWrites = 0;
    }

    EmulationResult result(
            EmulationSpec spec,
            String workload,
            boolean synthetic,
            VirtualCluster cluster,
            EpochBalancing balancing,
            BulkCopies copies,
            double seconds) {
        List<WearReport> reports = reports(cluster);
        double mean = mean(reports, WearReport::erases);
        double sigma = sigma(reports, WearReport::erases);
        long host = sum(cluster, s -> s.sinceFirstCollection().hostPages());
        long nand = sum(cluster, s -> s.sinceFirstCollection().nandPages());
        long written = sum(cluster, s -> s.sinceFilled().hostPages());
        long nanos = sum(cluster, s -> s.sinceFilled().writeNanos());
        double amplification = host == 0 ? 1 : (double) nand / host;
        double bulkShare = written == 0 ? 0 : (double) copies.pagesWritten() / written;
        return new EmulationResult(
                spec.policy(),
                spec.initial(),
                workload,
                synthetic,
                spec.seed(),
                new EmulationResult.Wear(
                        sigma,
                        mean,
                        mean == 0 ? 0 : sigma / mean,
                        sum(reports, WearReport::erases),
                        sigma(reports, WearReport::enduranceUsed)),
                new EmulationResult.Amplification(
                        amplification, bulkShare >= 1 ? amplification : amplification / (1 - bulkShare)),
                new EmulationResult.Latencies(
                        written == 0 ? 0 : nanos / NANOS_PER_MICRO / written,
                        latency(writeService),
                        latency(writeQueued),
                        latency(readQueued)),
                new EmulationResult.NetworkBytes(clientBytes, copies.bytes()),
                new EmulationResult.Moves(
                        balancing.remaps(),
                        balancing.stale(),
                        carriedOut,
                        inPlace,
                        balancing.bulk(),
                        copies.pagesWritten()),
                spread(reports),
                maxSpread,
                epochs,
                cluster.servers().stream().map(Measurements::end).toList(),
                seconds);
    }

    private static List<WearReport> reports(VirtualCluster cluster) {
        return cluster.servers().stream().map(VirtualServer::report).toList();
    }

    private static ServerEnd end(VirtualServer server) {
        WearReport report = server.report();
        VirtualServer.Counters written = server.sinceFilled();
        return new ServerEnd(
                server.id().value(),
                report.erases(),
                report.enduranceUsed(),
                written.hostPages(),
                written.nandPages(),
                report.livePages(),
                report.utilisation(),
                report.meanVictimUtilisation());
    }

    /** Live pages of the fullest server over the mean. */
    private static double spread(List<WearReport> reports) {
        double max = reports.stream().mapToLong(WearReport::livePages).max().orElse(0);
        double mean = mean(reports, WearReport::livePages);
        return mean == 0 ? 1 : max / mean;
    }

    private static double mean(List<WearReport> reports, ToDoubleFunction<WearReport> of) {
        return reports.stream().mapToDouble(of).average().orElse(0);
    }

    private static double sigma(List<WearReport> reports, ToDoubleFunction<WearReport> of) {
        double mean = mean(reports, of);
        double squares = reports.stream()
                .mapToDouble(report -> Math.pow(of.applyAsDouble(report) - mean, 2))
                .sum();
        return Math.sqrt(squares / reports.size());
    }

    private static long sum(List<WearReport> reports, ToLongFunction<WearReport> of) {
        return reports.stream().mapToLong(of).sum();
    }

    private static long sum(VirtualCluster cluster, ToLongFunction<VirtualServer> of) {
        return cluster.servers().stream().mapToLong(of).sum();
    }

    private static Latency latency(Histogram nanos) {
        return new Latency(
                nanos.getTotalCount() == 0 ? 0 : nanos.getMean() / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(50) / NANOS_PER_MICRO,
                nanos.getValueAtPercentile(99) / NANOS_PER_MICRO,
                nanos.getMaxValue() / NANOS_PER_MICRO);
    }
}
