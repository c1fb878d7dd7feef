package io.chameleon.lab.papers;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.common.Csv;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.common.ReportFiles;
import io.chameleon.lab.papers.figure.CheckedClaim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The report as files: reproduction.md and reproduction.html, and in the directory reproduction beside them charts and
 * CSV.
 */
final class Report {
    private static final String METHOD =
            "Cluster: as many servers as said below, REP(3) and EC(4+2), consistent hashing with 64 points a server, devices of Table II, so"
                    + " large that the data under the initial policy fills 0.85 of the logical space on average (readings 22 and 24). \"start"
                    + " EC\" and \"start REP\" say what objects are at the start; only runs that start the same are compared. One epoch is an"
                    + " hour of trace time. σ is the population standard deviation of erases over servers. Page write latency is device time"
                    + " for a page of 4 KiB with foreground collection (reading 23). Where several seeds ran, numbers are means with 95 %"
                    + " intervals of Student's t. The workloads named as in Table III are synthetic: they have its counts, not its"
                    + " recordings, which are not public here.";

    private final List<Figure> figures;
    private final Results results;
    private final Path directory;
    private final Document document = new Document("Reproduction of the Chameleon and EDM papers");
    private final List<CheckedClaim> claims = new ArrayList<>();
    private final List<Target.Checked> targets = new ArrayList<>();

    Report(List<Figure> figures, Results results, Path directory) {
        this.figures = figures;
        this.results = results;
        this.directory = directory;
    }

    void write(List<List<String>> provenance) {
        try {
            Path beside = Files.createDirectories(directory.resolve(Section.NAME));
            document.paragraph(METHOD).table(List.of("made with", ""), provenance);
            for (Figure figure : figures) {
                write(figure);
            }
            if (RivalGrid.isNeeded(results)) {
                document.heading(2, RivalGrid.TITLE);
                RivalGrid.write(results, new Section(document, directory));
            }
            ReportFiles.write(directory.resolve(Section.NAME + ".md"), document.markdown());
            ReportFiles.write(directory.resolve(Section.NAME + ".html"), document.html());
            ReportFiles.write(beside.resolve("claims.csv"), Csv.of(claimRows()));
            ReportFiles.write(beside.resolve("targets.csv"), Csv.of(targetRows()));
        } catch (IOException e) {
            throw new CommandFailure("--report: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private void write(Figure figure) throws IOException {
        document.heading(2, figure.title());
        figure.write(results, new Section(document, directory));
        List<CheckedClaim> checked =
                figure.claims().stream().map(claim -> claim.check(results)).toList();
        if (!checked.isEmpty()) {
            document.table(
                    List.of("the paper says", "printed", "ours", "distance", ""),
                    checked.stream()
                            .map(one -> List.of(
                                    one.claim().says(),
                                    one.printed(),
                                    one.measured(),
                                    one.distance(),
                                    one.agrees() ? "agrees" : "disagrees"))
                            .toList());
        }
        checked.stream()
                .map(CheckedClaim::disagreement)
                .filter(sentence -> !sentence.isEmpty())
                .forEach(document::paragraph);
        claims.addAll(checked);
        if (figure instanceof TargetFigure ours) {
            ours.targets(results).forEach(target -> targets.add(target.check(results)));
        }
    }

    private List<List<String>> claimRows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("where", "claim", "printed", "ours", "half_width_95", "distance", "agrees"));
        for (CheckedClaim one : claims) {
            rows.add(List.of(
                    one.claim().where(),
                    one.claim().says(),
                    Double.toString(one.claim().printed()),
                    Double.toString(one.ours().mean()),
                    Double.toString(one.ours().halfWidth()),
                    one.distance(),
                    Boolean.toString(one.agrees())));
        }
        return rows;
    }

    private List<List<String>> targetRows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("target", "paper", "goal", "ours", "half_width_95", "met"));
        for (Target.Checked one : targets) {
            rows.add(List.of(
                    one.target().what(),
                    one.target().paper(),
                    one.goal(),
                    Double.toString(one.ours().mean()),
                    Double.toString(one.ours().halfWidth()),
                    Boolean.toString(one.isMet())));
        }
        return rows;
    }

    /** For {@code --output json}; {@link #write} first. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("report", directory.resolve(Section.NAME + ".md").toString());
        json.put("claims", claims.stream().map(Report::json).toList());
        json.put("targets", targets.stream().map(Report::json).toList());
        return json;
    }

    /** Null where there is none: JSON has no NaN. */
    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Map<String, @Nullable Object> json(CheckedClaim one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("where", one.claim().where());
        json.put("claim", one.claim().says());
        json.put("printed", one.claim().printed());
        json.put("ours", number(one.ours().mean()));
        json.put("half_width_95", number(one.ours().halfWidth()));
        json.put("agrees", one.agrees());
        return json;
    }

    private static Map<String, @Nullable Object> json(Target.Checked one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("target", one.target().what());
        json.put("goal", one.goal());
        json.put("ours", number(one.ours().mean()));
        json.put("half_width_95", number(one.ours().halfWidth()));
        json.put("met", one.isMet());
        return json;
    }

    /** {@link #write} first. */
    String text() {
        long agreed = claims.stream().filter(CheckedClaim::agrees).count();
        long met = targets.stream().filter(Target.Checked::isMet).count();
        return "written to " + directory.resolve(Section.NAME + ".md") + ": " + figures.size()
                + (figures.size() == 1 ? " figure or table, " : " figures and tables, ") + agreed + " of "
                + claims.size() + " printed numbers agree, " + met + " of " + targets.size()
                + " targets are met";
    }
}
