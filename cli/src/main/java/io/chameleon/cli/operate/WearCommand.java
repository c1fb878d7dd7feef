package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.TextTable;
import io.chameleon.client.ServerWear;
import io.chameleon.core.wear.WearReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon wear}. */
@Command(
        name = "wear",
        description = "Shows how worn each server is, how evenly the cluster wears, and whose clock is wrong.")
public final class WearCommand implements Callable<Integer> {
    private static final String[] UNKNOWN = {"-", "-", "-", "-", "-", "-"};

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public WearCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            List<ServerWear> servers = connection.client().wear();
            WearSummary summary = WearSummary.of(servers.stream()
                    .map(ServerWear::report)
                    .flatMap(Optional::stream)
                    .toList());
            ClusterClocks clocks = ClusterClocks.of(
                    connection,
                    servers.stream()
                            .filter(wear -> wear.report().isPresent())
                            .map(ServerWear::server)
                            .toList());
            answers.answer(() -> json(servers, summary, clocks), () -> human(servers, summary, clocks));
            return ExitCode.OK;
        }
    }

    static Map<String, Object> json(List<ServerWear> servers, WearSummary summary, ClusterClocks clocks) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("servers", servers.stream().map(wear -> json(wear, clocks)).toList());
        json.put("erases", summary.erases());
        json.put("mean", summary.mean());
        json.put("sigma", summary.sigma());
        json.put("cv", summary.cv());
        json.put("write_amplification", summary.writeAmplification());
        json.put("metadata_problems", clocks.refused());
        return json;
    }

    private static Map<String, Object> json(ServerWear wear, ClusterClocks clocks) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", wear.server().id().value());
        json.put("zone", wear.server().zone());
        json.put("node", wear.server().node());
        json.put("status", wear.server().status().name());
        json.put("problem", wear.problem());
        Duration ahead = clocks.ahead().get(wear.server().id());
        if (ahead != null) {
            json.put("clock_ahead_seconds", ahead.toMillis() / 1e3);
        }
        wear.report().ifPresent(report -> {
            json.put("erases", report.erases());
            json.put("host_page_writes", report.hostPageWrites());
            json.put("nand_page_writes", report.nandPageWrites());
            json.put("write_amplification", report.writeAmplification());
            json.put("utilisation", report.utilisation());
            json.put("endurance_used", report.enduranceUsed());
            json.put("bad_blocks", report.badBlocks());
            json.put(
                    "write_latency_us",
                    Map.of(
                            "mean",
                            report.writeLatency().meanMicros(),
                            "p99",
                            report.writeLatency().p99Micros()));
        });
        return json;
    }

    static String human(List<ServerWear> servers, WearSummary summary, ClusterClocks clocks) {
        boolean zoned = servers.stream().anyMatch(wear -> !wear.server().zone().isEmpty());
        boolean onNodes =
                servers.stream().anyMatch(wear -> !wear.server().node().isEmpty());
        List<String> headings = new ArrayList<>(List.of("SERVER"));
        if (zoned) {
            headings.add("ZONE");
        }
        if (onNodes) {
            headings.add("NODE");
        }
        headings.addAll(List.of("STATUS", "ERASES", "WA", "USED", "ENDURANCE", "MEAN µs", "P99 µs"));
        TextTable table = new TextTable(headings.toArray(String[]::new));
        for (ServerWear wear : servers) {
            List<Object> row = new ArrayList<>(List.of(wear.server().id()));
            if (zoned) {
                row.add(wear.server().zone());
            }
            if (onNodes) {
                row.add(wear.server().node());
            }
            row.add(wear.server().status());
            row.addAll(List.of(wear.report().map(WearCommand::numbers).orElse(UNKNOWN)));
            table.row(row.toArray());
        }
        String end = String.format(
                Locale.ROOT,
                "total %d erases, mean %.1f, σ %.2f, CV %.4f, write amplification %.3f",
                summary.erases(),
                summary.mean(),
                summary.sigma(),
                summary.cv(),
                summary.writeAmplification());
        String notes = Stream.concat(
                        Stream.of(sharedNodes(servers), unequalZones(servers)).flatMap(Optional::stream),
                        clocks.notes().stream())
                .map(line -> System.lineSeparator() + line)
                .collect(Collectors.joining());
        return table + System.lineSeparator() + end + notes;
    }

    /** A zone takes its share of each object, however few servers it has. */
    private static Optional<String> unequalZones(List<ServerWear> servers) {
        LongSummaryStatistics sizes = servers.stream()
                .collect(Collectors.groupingBy(wear -> wear.server().zone(), Collectors.counting()))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .summaryStatistics();
        return sizes.getMin() >= sizes.getMax()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "note: zones have from %d to %d servers: those of smaller zones wear faster under any policy",
                        sizes.getMin(),
                        sizes.getMax()));
    }

    /** What operators should know about missing failure domains. */
    private static Optional<String> sharedNodes(List<ServerWear> servers) {
        boolean zoned = servers.stream().anyMatch(wear -> !wear.server().zone().isEmpty());
        Map<String, Long> perNode = servers.stream()
                .map(wear -> wear.server().node())
                .filter(node -> !node.isEmpty())
                .collect(Collectors.groupingBy(node -> node, Collectors.counting()));
        long most = perNode.values().stream().mapToLong(count -> count).max().orElse(0);
        return zoned || most < 2
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "note: no server has a zone (server.zone), and a node runs up to %d servers: its loss takes as many",
                        most));
    }

    private static String[] numbers(WearReport report) {
        return new String[] {
            Long.toString(report.erases()),
            String.format(Locale.ROOT, "%.3f", report.writeAmplification()),
            String.format(Locale.ROOT, "%.1f %%", 100 * report.utilisation()),
            String.format(Locale.ROOT, "%.4f %%", 100 * report.enduranceUsed()),
            String.format(Locale.ROOT, "%.0f", report.writeLatency().meanMicros()),
            String.format(Locale.ROOT, "%.0f", report.writeLatency().p99Micros())
        };
    }
}
