package io.chameleon.lab.bench;

import io.chameleon.cli.output.TextTable;
import io.chameleon.node.units.ByteSize;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A result for people. */
final class ResultText {
    static final List<String> HEADER =
            List.of("operation", "count", "per second", "mean ms", "p50", "p99", "p99.9", "max");

    private ResultText() {}

    static String of(Result result) {
        TextTable table = new TextTable(HEADER.toArray(String[]::new));
        rows(result).forEach(row -> table.row(row.toArray()));
        List<String> lines = new ArrayList<>();
        lines.add(result.plan().describe());
        lines.add(table.toString());
        lines.addAll(notes(result));
        return String.join(System.lineSeparator(), lines);
    }

    /** One row for each kind of operation, and one for all if there are several. */
    static List<List<String>> rows(Result result) {
        List<List<String>> rows = new ArrayList<>();
        result.times().forEach((operation, times) -> rows.add(row(operation.label(), times, result.seconds())));
        if (rows.size() != 1) {
            rows.add(row("all", result.all(), result.seconds()));
        }
        return rows;
    }

    private static List<String> row(String name, Histogram micros, double seconds) {
        return List.of(
                name,
                Long.toString(micros.getTotalCount()),
                Numbers.plain(micros.getTotalCount() / seconds),
                millis(micros.getTotalCount() == 0 ? 0 : micros.getMean()),
                millis(micros.getValueAtPercentile(50)),
                millis(micros.getValueAtPercentile(99)),
                millis(micros.getValueAtPercentile(99.9)),
                millis(micros.getMaxValue()));
    }

    private static String millis(double micros) {
        return Numbers.plain(micros / 1000);
    }

    /** What the table does not show. */
    static List<String> notes(Result result) {
        List<String> notes = new ArrayList<>();
        notes.add("read " + perSecond(result.readBytes(), result) + ", written "
                + perSecond(result.writtenBytes(), result));
        Usage usage = result.usage();
        notes.add("client: " + perOperation(usage.clientCpuNanos(), usage.clientAllocatedBytes(), result));
        if (!usage.servers().isEmpty()) {
            notes.add("servers (" + usage.servers().size() + " processes watched): "
                    + perOperation(usage.serverCpuNanos(), usage.serverAllocatedBytes(), result) + ", "
                    + ByteSize.human(usage.serverResidentBytes()) + " resident");
        }
        if (result.neverBegun() > 0) {
            notes.add("the cluster fell behind the rate: " + result.neverBegun()
                    + " operations were due and never begun");
        }
        if (result.errors() > 0) {
            notes.add(result.errors() + " operations failed, which the table does not count:");
            result.errorExamples().forEach((code, message) -> notes.add("  " + code + ": " + message));
        }
        return notes;
    }

    private static String perSecond(long bytes, Result result) {
        return ByteSize.human((long) (bytes / result.seconds())) + "/s";
    }

    private static String perOperation(long cpuNanos, long allocatedBytes, Result result) {
        double operations = Math.max(1, result.operations());
        return Numbers.plain(cpuNanos / 1e3 / operations) + " µs of CPU and "
                + ByteSize.human((long) (allocatedBytes / operations)) + " allocated per operation";
    }
}
