package io.chameleon.lab.chaos;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.chaos.FaultEvent.Kind;
import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.common.ReportFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The report of a run: chaos.md, chaos.html, chaos.json, events.csv and a chart. */
public final class ChaosReport {
    private static final String NAME = "chaos";

    private final ChaosResult result;
    private final ChaosFigures figures;

    ChaosReport(ChaosResult result) {
        this.result = result;
        this.figures = new ChaosFigures(result);
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
        return result.count(Kind.KILL);
    }

    /** Disasters that struck and were over in the end. */
    public long disasters() {
        return result.count(Kind.DISASTER);
    }

    /** Moves of buckets between databases that ended, those called off included. */
    public long moves() {
        return result.count(Kind.MOVE);
    }

    /** Operations that the store acknowledged. */
    public long operations() {
        return result.operations();
    }

    /** Those of them that clients of S3 made in the bucket that keeps versions. */
    public long operationsOfVersions() {
        return result.ofVersions();
    }

    void write() {
        Path directory = result.config().report();
        try {
            Files.createDirectories(directory);
            ReportFiles.write(directory.resolve("events.csv"), csv());
            ChartFiles.save(OperationsChart.of(result), directory.resolve("operations"));
            Document document = new ChaosDocument(result, figures, verdict()).make();
            ReportFiles.write(directory.resolve(NAME + ".md"), document.markdown());
            ReportFiles.write(directory.resolve(NAME + ".html"), document.html());
            JsonMapper json = JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();
            json.writeValue(directory.resolve(NAME + ".json").toFile(), json());
        } catch (IOException e) {
            throw new CommandFailure("--report: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private String verdict() {
        return (isClean() ? "**Passed.** " : "**FAILED: " + result.violations().size() + " violations.** ")
                + operations() + " operations acknowledged under " + kills() + " kills, " + result.count(Kind.PAUSE)
                + " pauses, " + result.count(Kind.LINK) + " link faults and " + disasters() + " disasters in "
                + String.format(Locale.ROOT, "%.1f", result.seconds() / 60) + " minutes. "
                + (isClean()
                        ? "No acknowledged write was lost, no read was stale, every byte was as written."
                        : "See below.");
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

    /** For scripts. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("passed", isClean());
        json.put("report", result.config().report().resolve(NAME + ".md").toString());
        json.putAll(figures.conditions());
        json.putAll(figures.measured());
        json.put("reads", ChaosFigures.of(result.reads()));
        json.put("writes", ChaosFigures.of(result.writes()));
        json.put("kills_by_role", figures.killsByRole());
        json.put("violations_found", result.violations());
        return json;
    }

    /** For people. */
    public String text() {
        String found = result.violations().stream()
                .limit(ChaosDocument.SHOWN)
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining());
        return found + verdict().replace("**", "") + System.lineSeparator() + "report: "
                + result.config().report().resolve(NAME + ".md");
    }
}
