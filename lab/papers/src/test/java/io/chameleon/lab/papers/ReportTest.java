package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Relation;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Setup;
import io.chameleon.lab.papers.figure.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a report, and its answer on the terminal, made of figures by hand. */
class ReportTest {
    private static final Results THREE_SEEDS = new Results(3, Map.of());
    private static final List<List<String>> PROVENANCE = List.of(List.of("command", "`chameleon reproduce`"));

    private record Plain(String id, String title, List<Claim> claims) implements Figure {
        @Override
        public List<Cell> cells() {
            return List.of();
        }

        @Override
        public void write(Results results, Section section) {
            section.paragraph("Here is " + id + ".");
        }
    }

    private record Goal(String id, String title, List<Target> ours) implements TargetFigure {
        @Override
        public List<Cell> cells() {
            return List.of();
        }

        @Override
        public List<Claim> claims() {
            return List.of();
        }

        @Override
        public List<Target> targets(Results results) {
            return ours;
        }

        @Override
        public void write(Results results, Section section) {
            writeTargets(results, section);
        }
    }

    @TempDir
    private Path directory;

    /** With three seeds: the number, less two and plus two, so its interval is 4.303 * 2 / √3 = 4.97. */
    private static Measure around(double mean) {
        return (results, seed) -> mean + 2 * (seed - 1);
    }

    private static final Claim AGREES =
            Claim.about("Fig. 1", "by 52 %, \"on average\"", -52, Unit.PERCENT, around(-50));
    private static final Claim DISAGREES = Claim.about("Fig. 1", "twice as much", 2, Unit.FACTOR, (results, seed) -> 3)
            .because("Devices differ.");
    private static final Target MET = new Target("σ, worst", "-52 %", Relation.AT_MOST, -85, Unit.PERCENT, around(-95));
    private static final Target BARELY =
            new Target("σ, average", "-", Relation.AT_MOST, -85, Unit.PERCENT, around(-86));
    private static final Target MISSED =
            new Target("erases, worst", "-", Relation.AT_MOST, 0.5, Unit.PERCENT, around(3));

    private Report written() {
        Report report = new Report(
                List.of(
                        new Plain("f-1", "Figure 1", List.of(AGREES, DISAGREES)),
                        new Goal("goals", "Goals", List.of(MET, BARELY, MISSED)),
                        new Plain("f-2", "Figure 2", List.of())),
                THREE_SEEDS,
                directory);
        report.write(PROVENANCE);
        return report;
    }

    private String read(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    @Test
    void figures_standInOrder_eachWithItsClaimsAfterIt() throws IOException {
        written();
        assertThat(read("reproduction.md"))
                .startsWith("# Reproduction of the Chameleon and EDM papers\n")
                .contains("| made with |  |\n| --- | --- |\n| command | `chameleon reproduce` |")
                .endsWith("""
                        ## Figure 1

                        Here is f-1.

                        | the paper says | printed | ours | distance |  |
                        | --- | --- | --- | --- | --- |
                        | by 52 %, "on average" | ≈ -52.0 % | -50.0 ± 5.0 % | +2.0 points | agrees |
                        | twice as much | ≈ 2.00 | 3.00 ± 0.00 | +50.0 % | disagrees |

                        We disagree with Fig. 1, "twice as much": ours is 3.00 ± 0.00. Devices differ.

                        ## Goals

                        | target | paper, average / most | goal | measured | verdict |
                        | --- | --- | --- | --- | --- |
                        | σ, worst | -52 % | ≤ -85.0 % | -95.0 ± 5.0 % | met |
                        | σ, average | - | ≤ -85.0 % | -86.0 ± 5.0 % | met on average, not within the interval |
                        | erases, worst | - | ≤ +0.5 % | +3.0 ± 5.0 % | missed |

                        ## Figure 2

                        Here is f-2.
                        """);
    }

    @Test
    void html_saysTheSame_withItsSignsEscaped() throws IOException {
        written();
        assertThat(read("reproduction.html"))
                .startsWith("<!doctype html>")
                .contains("<h2>Figure 1</h2>", "<td>command</td><td><code>chameleon reproduce</code></td>")
                .contains("<td>by 52 %, &quot;on average&quot;</td>", "<td>agrees</td>", "<td>missed</td>");
    }

    /** For scripts: all digits, and the words quoted as RFC 4180 says. */
    @Test
    void claimsAndTargets_areInCsvFiles() throws IOException {
        written();
        assertThat(read("reproduction/claims.csv").lines())
                .satisfiesExactly(
                        header ->
                                assertThat(header).isEqualTo("where,claim,printed,ours,half_width_95,distance,agrees"),
                        agrees -> assertThat(agrees)
                                .startsWith("Fig. 1,\"by 52 %, \"\"on average\"\"\",-52.0,-50.0,4.96")
                                .endsWith(",+2.0 points,true"),
                        disagrees -> assertThat(disagrees).isEqualTo("Fig. 1,twice as much,2.0,3.0,0.0,+50.0 %,false"));
        assertThat(read("reproduction/targets.csv").lines())
                .satisfiesExactly(
                        header -> assertThat(header).isEqualTo("target,paper,goal,ours,half_width_95,met"),
                        met -> assertThat(met)
                                .startsWith("\"σ, worst\",-52 %,≤ -85.0 %,-95.0,4.96")
                                .endsWith(",true"),
                        barely -> assertThat(barely)
                                .startsWith("\"σ, average\",-,≤ -85.0 %,-86.0,4.96")
                                .endsWith(",true"),
                        missed -> assertThat(missed)
                                .startsWith("\"erases, worst\",-,≤ +0.5 %,3.0,4.96")
                                .endsWith(",false"));
    }

    @Test
    void text_countsWhatAgreesAndWhatIsMet() {
        assertThat(written().text())
                .isEqualTo("written to " + directory.resolve("reproduction.md")
                        + ": 3 figures and tables, 1 of 2 printed numbers agree, 2 of 3 targets are met");
    }

    @Test
    @SuppressWarnings("unchecked")
    void json_holdsEachClaimAndTarget() {
        Map<String, Object> json = written().json();
        assertThat(json).containsOnlyKeys("report", "claims", "targets");
        assertThat((List<Map<String, Object>>) json.get("claims"))
                .satisfiesExactly(
                        agrees -> assertThat(agrees)
                                .containsEntry("where", "Fig. 1")
                                .containsEntry("claim", "by 52 %, \"on average\"")
                                .containsEntry("printed", -52.0)
                                .containsEntry("ours", -50.0)
                                .containsEntry("agrees", true)
                                .containsKey("half_width_95"),
                        disagrees -> assertThat(disagrees)
                                .containsEntry("half_width_95", 0.0)
                                .containsEntry("agrees", false));
        assertThat((List<Map<String, Object>>) json.get("targets"))
                .extracting(target -> target.get("target"), target -> target.get("goal"), target -> target.get("met"))
                .containsExactly(
                        tuple("σ, worst", "≤ -85.0 %", true),
                        tuple("σ, average", "≤ -85.0 %", true),
                        tuple("erases, worst", "≤ +0.5 %", false));
    }

    /** One seed has no interval, and a measure may have no number; a script finds null, and no text in its place. */
    @Test
    void json_ofWhatIsNotKnown_isNull() {
        Claim none = Claim.about("Fig. 1", "so much", 2, Unit.FACTOR, (results, seed) -> Double.NaN);
        Report report = new Report(
                List.of(new Plain("f-1", "Figure 1", List.of(none)), new Goal("goals", "Goals", List.of(MET))),
                new Results(1, Map.of()),
                directory);
        report.write(PROVENANCE);
        JsonNode json = JsonMapper.builder().build().valueToTree(report.json());
        assertThat(json.path("claims").get(0).path("ours").isNull()).isTrue();
        assertThat(json.path("claims").get(0).path("half_width_95").isNull()).isTrue();
        assertThat(json.path("targets").get(0).path("half_width_95").isNull()).isTrue();
        assertThat(json.path("targets").get(0).path("ours").doubleValue()).isEqualTo(-97);
        assertThat(json.toString()).doesNotContain("NaN");
    }

    @Test
    void rivalsThresholds_areTheLastSection() throws IOException {
        Cell rival = Cell.of("w", "cmt", RedundancyPolicy.EC, Setup.edm(16));
        Report report = new Report(
                List.of(new Plain("f-1", "Figure 1", List.of())),
                HandMade.results(1, List.of(rival), (cell, seed) -> HandMade.of(cell)),
                directory);
        report.write(PROVENANCE);
        assertThat(Stream.of(read("reproduction.md").split("\n")).filter(line -> line.startsWith("## ")))
                .containsExactly("## Figure 1", "## The rivals' thresholds");
        assertThat(read("reproduction/claims.csv")).hasLineCount(1);
    }

    @Test
    void secondReport_takesThePlaceOfTheFirst() throws IOException {
        written();
        new Report(List.of(), THREE_SEEDS, directory).write(PROVENANCE);
        assertThat(read("reproduction.md")).doesNotContain("Figure 1");
        assertThat(read("reproduction/targets.csv")).hasLineCount(1);
    }

    @Test
    void directoryThatCannotBeWritten_isAFailureInOneLine() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> new Report(List.of(), THREE_SEEDS, file).write(PROVENANCE))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("--report: cannot write to " + file + ": ");
    }
}
