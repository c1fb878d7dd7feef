package io.chameleon.lab.chaos;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.chaos.FaultEvent.Kind;
import io.chameleon.lab.chaos.process.Role;
import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.common.Document;
import io.chameleon.node.units.Durations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The report of a run: chaos.md, chaos.html, chaos.json, events.csv and a chart. */
public final class ChaosReport {
    private static final String NAME = "chaos";
    private static final int SHOWN = 50;
    private static final long INTERVAL_NANOS = 5_000_000_000L;

    private final ChaosResult result;

    ChaosReport(ChaosResult result) {
        this.result = result;
    }

    /** Whether the store kept its word. */
    public boolean isClean() {
        return result.isClean();
    }

    /** Violations, one line each. */
    public List<String> violations() {
        return result.violations();
    }

    /** Processes killed. */
    public long kills() {
        return count(Kind.KILL);
    }

    /** Disasters that struck and were over in the end. */
    public long disasters() {
        return count(Kind.DISASTER);
    }

    /** Moves of buckets between databases that ended, those called off included. */
    public long moves() {
        return count(Kind.MOVE);
    }

    /** Operations that the store acknowledged. */
    public long operations() {
        return result.operations();
    }

    /** Those of them that clients of S3 made in the bucket that keeps versions. */
    public long operationsOfVersions() {
        return result.ofVersions();
    }

    private long count(Kind kind) {
        return events(kind).size();
    }

    private List<FaultEvent> events(Kind kind) {
        return result.events().stream().filter(event -> event.kind() == kind).toList();
    }

    private double midTransitionShare() {
        List<FaultEvent> kills = events(Kind.KILL);
        return kills.isEmpty()
                ? 0
                : (double) kills.stream().filter(FaultEvent::isMidTransition).count() / kills.size();
    }

    void write() {
        Path directory = result.config().report();
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("events.csv"), csv());
            ChartFiles.save(chart(), directory.resolve("operations"));
            Document document = document();
            Files.writeString(directory.resolve(NAME + ".md"), document.markdown());
            Files.writeString(directory.resolve(NAME + ".html"), document.html());
            JsonMapper json = JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();
            json.writeValue(directory.resolve(NAME + ".json").toFile(), json());
        } catch (IOException e) {
            throw new CommandFailure("--report: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private Document document() {
        ChaosConfig config = result.config();
        Document document = new Document("Chaos run")
                .paragraph(verdict())
                .table(List.of("run with", ""), rows(conditions()))
                .table(List.of("measured", ""), rows(measured()));
        if (!result.isClean()) {
            document.heading(2, "Violations");
            result.violations().stream().limit(SHOWN).forEach(line -> document.paragraph("`" + line + "`"));
            if (result.violations().size() > SHOWN) {
                document.paragraph("and " + (result.violations().size() - SHOWN) + " more in chaos.json");
            }
        }
        return document.heading(2, "Operations")
                .paragraph(
                        "Operations are acknowledged when the store tells their outcome. A window is a time of more than a"
                                + " second without any acknowledged operation of that kind, of any client.")
                .table(
                        List.of(
                                "",
                                "acknowledged",
                                "p50 ms",
                                "p99 ms",
                                "p99.9 ms",
                                "longest ms",
                                "windows",
                                "longest window s"),
                        List.of(row("reads", result.reads()), row("writes", result.writes())))
                .picture("operations.png", "Acknowledged operations per second, means over 5 s")
                .heading(2, "Faults")
                .paragraph(
                        "Mid-transition: objects were in an intermediate state, or a plan of the balancer was half applied,"
                                + " when the process was killed. Back: until the process took requests again, time away included.")
                .table(
                        List.of("killed", "kills", "mid-transition", "as leader", "back, median s", "back, longest s"),
                        killRows())
                .table(List.of("paused (SIGSTOP)", "pauses"), counts(Kind.PAUSE, event -> roleOf(event)))
                .table(List.of("between processes", "times"), counts(Kind.LINK, FaultEvent::detail))
                .table(List.of("disaster", "times"), counts(Kind.DISASTER, FaultEvent::detail))
                .table(
                        List.of("bucket moved to another database", "times"),
                        counts(Kind.MOVE, move -> move.target() + ": " + move.detail()))
                .paragraph(
                        "Every fault with its time is in events.csv, every operation in history.csv.gz. Again: `chameleon chaos --seed "
                                + config.seed() + "`; the same choices are made, the machine's timing differs.");
    }

    private String verdict() {
        return (isClean() ? "**Passed.** " : "**FAILED: " + result.violations().size() + " violations.** ")
                + operations() + " operations acknowledged under " + kills() + " kills, " + count(Kind.PAUSE)
                + " pauses, " + count(Kind.LINK) + " link faults and " + disasters() + " disasters in "
                + String.format(Locale.ROOT, "%.1f", result.seconds() / 60) + " minutes. "
                + (isClean()
                        ? "No acknowledged write was lost, no read was stale, every byte was as written."
                        : "See below.");
    }

    private Map<String, Object> conditions() {
        ChaosConfig config = result.config();
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("seed", config.seed());
        rows.put("length", Durations.exact(config.length()));
        rows.put("least_operations", config.operations());
        rows.put("least_kills", config.kills());
        rows.put("kills_per_minute", config.killsPerMinute());
        rows.put("disasters_per_minute", config.disastersPerMinute());
        rows.put("kinds_of_disasters", config.disasters().toString());
        rows.put("flash_servers", config.servers());
        rows.put("clients", config.clients());
        rows.put("s3_gateways", config.gateways());
        rows.put("keys", config.keys());
        rows.put("databases", config.databases());
        rows.put("java", Runtime.version().toString());
        rows.put("processors", Runtime.getRuntime().availableProcessors());
        return rows;
    }

    private Map<String, Object> measured() {
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("operations_acknowledged", operations());
        rows.put("operations_of_versions", result.ofVersions());
        rows.put("operations_per_second", round(operations() / result.seconds()));
        rows.put("kills", kills());
        rows.put("kills_mid_transition", round(midTransitionShare()));
        rows.put("pauses", count(Kind.PAUSE));
        rows.put("link_faults", count(Kind.LINK));
        rows.put("disasters", disasters());
        rows.put("bucket_moves", moves());
        rows.put("errors", result.tally().errors().toString());
        rows.put("epochs", result.epochs());
        rows.put("leaderships", result.fences());
        rows.put("most_objects_in_state", result.mostInState().toString());
        rows.put("keys_read_back", result.aftermath().keysRead());
        rows.put("objects_verified", result.aftermath().objects());
        rows.put("fragments_verified", result.aftermath().fragments());
        rows.put("objects_degraded", result.aftermath().degraded());
        rows.put("fragments_left_over", result.aftermath().leftovers());
        rows.put("violations", result.violations().size());
        return rows;
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    private static List<List<String>> rows(Map<String, Object> values) {
        return values.entrySet().stream()
                .map(entry -> List.of(entry.getKey().replace('_', ' '), String.valueOf(entry.getValue())))
                .toList();
    }

    private static List<String> row(String name, Timeline line) {
        List<String> row = new ArrayList<>(List.of(name, Long.toString(line.count())));
        DoubleStream.of(0.5, 0.99, 0.999, 1)
                .mapToObj(quantile ->
                        line.count() == 0 ? "-" : String.format(Locale.ROOT, "%.1f", line.latencyMillis(quantile)))
                .forEach(row::add);
        List<Long> windows = line.away();
        row.add(Integer.toString(windows.size()));
        row.add(String.format(Locale.ROOT, "%.1f", longest(windows) / 1e9));
        return row;
    }

    private static long longest(List<Long> windows) {
        return windows.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private List<List<String>> killRows() {
        List<List<String>> rows = new ArrayList<>();
        for (Role role : Role.values()) {
            List<FaultEvent> kills = events(Kind.KILL).stream()
                    .filter(event -> event.role() == role)
                    .toList();
            if (!kills.isEmpty()) {
                long[] back =
                        kills.stream().mapToLong(FaultEvent::tookNanos).sorted().toArray();
                rows.add(List.of(
                        role.label(),
                        Integer.toString(kills.size()),
                        Long.toString(kills.stream()
                                .filter(FaultEvent::isMidTransition)
                                .count()),
                        Long.toString(kills.stream().filter(FaultEvent::leader).count()),
                        String.format(Locale.ROOT, "%.1f", back[back.length / 2] / 1e9),
                        String.format(Locale.ROOT, "%.1f", back[back.length - 1] / 1e9)));
            }
        }
        return rows;
    }

    private List<List<String>> counts(Kind kind, Function<FaultEvent, String> by) {
        return new TreeMap<>(events(kind).stream().collect(Collectors.groupingBy(by, Collectors.counting())))
                .entrySet().stream()
                        .map(entry -> List.of(entry.getKey(), entry.getValue().toString()))
                        .toList();
    }

    private static String roleOf(FaultEvent event) {
        Role role = event.role();
        return role == null ? "" : role.label();
    }

    private String csv() {
        StringBuilder csv = new StringBuilder("at_s,kind,target,in_transition,plan_open,leader,took_s,detail\n");
        result.events().stream()
                .sorted((a, b) -> Long.compare(a.atNanos(), b.atNanos()))
                .forEach(event -> csv.append(String.format(
                        Locale.ROOT,
                        "%.3f,%s,%s,%d,%b,%b,%.3f,%s%n",
                        event.atNanos() / 1e9,
                        event.kind(),
                        event.target(),
                        event.inTransition(),
                        event.planOpen(),
                        event.leader(),
                        event.tookNanos() / 1e9,
                        event.detail())));
        return csv.toString();
    }

    private XYChart chart() {
        XYChart chart = new XYChartBuilder()
                .width(1100)
                .height(400)
                .title("Acknowledged operations")
                .xAxisTitle("s")
                .yAxisTitle("operations/s")
                .build();
        series(chart, "reads", result.reads());
        series(chart, "writes", result.writes());
        return chart;
    }

    private static void series(XYChart chart, String name, Timeline line) {
        long[] counts = line.perInterval(INTERVAL_NANOS);
        double[] seconds = new double[counts.length];
        double[] rates = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            seconds[i] = i * INTERVAL_NANOS / 1e9;
            rates[i] = counts[i] * 1e9 / INTERVAL_NANOS;
        }
        chart.addSeries(name, seconds, rates).setMarker(SeriesMarkers.NONE);
    }

    /** For scripts. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("passed", isClean());
        json.put("report", result.config().report().resolve(NAME + ".md").toString());
        json.putAll(conditions());
        json.putAll(measured());
        json.put("reads", json(result.reads()));
        json.put("writes", json(result.writes()));
        json.put("kills_by_role", byRole());
        json.put("violations_found", result.violations());
        return json;
    }

    private Map<String, Long> byRole() {
        return new TreeMap<>(
                events(Kind.KILL).stream().collect(Collectors.groupingBy(ChaosReport::roleOf, Collectors.counting())));
    }

    /** Milliseconds; null where nothing was acknowledged. */
    private static @Nullable Double latency(Timeline line, double quantile) {
        return line.count() == 0 ? null : round(line.latencyMillis(quantile));
    }

    private static Map<String, @Nullable Object> json(Timeline line) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("acknowledged", line.count());
        json.put("p50_ms", latency(line, 0.5));
        json.put("p99_ms", latency(line, 0.99));
        json.put("p999_ms", latency(line, 0.999));
        json.put("windows", line.away().size());
        json.put("longest_window_s", round(longest(line.away()) / 1e9));
        return json;
    }

    /** For people. */
    public String text() {
        String found = result.violations().stream()
                .limit(SHOWN)
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
        return found + verdict().replace("**", "") + System.lineSeparator() + "report: "
                + result.config().report().resolve(NAME + ".md");
    }
}
