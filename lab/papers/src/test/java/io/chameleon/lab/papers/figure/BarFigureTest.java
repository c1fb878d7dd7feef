package io.chameleon.lab.papers.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.HandMade;
import io.chameleon.lab.papers.figure.BarFigure.Panel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two workloads, a baseline and a scheme, two seeds; the tables show what the bars are made of. */
class BarFigureTest {
    private static final Series BASE = Series.of("ec", RedundancyPolicy.EC, Setup.STANDARD, List.of("w1", "w2"))
            .called("baseline");
    private static final Series OURS = Series.of("chameleon", RedundancyPolicy.EC, Setup.STANDARD, List.of("w1", "w2"))
            .called("ours");
    private static final Series RIVAL = Series.of("edm-hdf", RedundancyPolicy.EC, Setup.STANDARD, List.of("w1", "w2"))
            .called("rival");

    @TempDir
    private Path directory;

    private final Document document = new Document("by hand");

    @BeforeEach
    void makeDirectory() throws IOException {
        Files.createDirectory(directory.resolve(Section.NAME));
    }

    private static Panel panel(String name, List<Series> series, @Nullable Series reference) {
        return new Panel(name, "Caption " + name, series, reference);
    }

    private static BarFigure figure(@Nullable Metric error, Panel... panels) {
        return new BarFigure("f", "Figure", Metric.SIGMA, error, List.of(Metric.SIGMA), List.of(panels), List.of());
    }

    private String written(BarFigure figure, Results results) throws IOException {
        figure.write(results, new Section(document, directory));
        return document.markdown();
    }

    /** σ by seed: of the baseline 100 and 200 on w1, 50 and 50 on w2; of ours 50 and 50, 25 and 75; of rivals 80. */
    private static double sigma(Cell cell, int seed) {
        boolean first = cell.workload().equals("w1");
        return switch (cell.scheme().name()) {
            case "ec" -> first ? 100 + 100 * seed : 50;
            case "chameleon" -> first ? 50 : 25 + 50 * seed;
            default -> cell.knobs().isEmpty() ? 90 : 80;
        };
    }

    private static Results results(int seeds, BarFigure figure) {
        return HandMade.results(
                seeds, figure.cells(), (cell, seed) -> HandMade.of(cell).with(Metric.SIGMA, sigma(cell, seed)));
    }

    @Test
    void table_withoutAReference_showsMeansAndIntervalsOverTheSeeds() throws IOException {
        BarFigure figure = figure(null, panel("a", List.of(BASE, OURS), null));
        assertThat(written(figure, results(2, figure)))
                .contains("| sigma | baseline | ours |")
                .contains("| w1 | 150.0 ± 635.3 | 50.0 ± 0.0 |")
                .contains("| w2 | 50.0 ± 0.0 | 50.0 ± 317.7 |");
    }

    /** The mean of the seeds' quotients, 0.5 and 0.25, and not the quotient of their means, 0.333. */
    @Test
    void table_withAReference_dividesSeedBySeedAndWorkloadByWorkload() throws IOException {
        BarFigure figure = figure(null, panel("a", List.of(BASE, OURS), BASE));
        assertThat(written(figure, results(2, figure)))
                .contains("| sigma, normalised | baseline | ours |")
                .contains("| w1 | 1.000 ± 0.000 | 0.375 ± 1.588 |")
                .contains("| w2 | 1.000 ± 0.000 | 1.000 ± 6.353 |");
    }

    @Test
    void singleSeed_hasNoInterval() throws IOException {
        BarFigure figure = figure(null, panel("a", List.of(BASE, OURS), null));
        assertThat(written(figure, results(1, figure))).contains("| w1 | 100.0 | 50.0 |", "| w2 | 50.0 | 25.0 |");
    }

    @Test
    void rival_isShownWithItsBestThreshold() throws IOException {
        BarFigure figure = figure(null, panel("a", List.of(RIVAL), null));
        assertThat(written(figure, results(1, figure))).contains("| w1 | 80.0 |", "| w2 | 80.0 |");
    }

    @Test
    void reference_runsThoughItIsNotDrawn() {
        BarFigure figure = figure(null, panel("a", List.of(OURS), BASE));
        assertThat(figure.cells())
                .containsExactlyInAnyOrder(
                        OURS.cells().get(0),
                        OURS.cells().get(1),
                        BASE.cells().get(0),
                        BASE.cells().get(1));
    }

    @Test
    void eachPanel_hasAPictureAndATableForEachMetric() throws IOException {
        BarFigure figure = new BarFigure(
                "f",
                "Figure",
                Metric.SIGMA,
                Metric.MEAN,
                List.of(Metric.SIGMA, Metric.MEAN),
                List.of(panel("a", List.of(BASE), null), panel("b", List.of(OURS), null)),
                List.of());
        assertThat(written(figure, results(1, figure))
                        .lines()
                        .filter(line -> line.startsWith("![") || line.contains("|")))
                .containsExactly(
                        "![Caption a](reproduction/fa.png)",
                        "| sigma | baseline |",
                        "| --- | --- |",
                        "| w1 | 100.0 |",
                        "| w2 | 50.0 |",
                        "| mean | baseline |",
                        "| --- | --- |",
                        "| w1 | 1000.0 |",
                        "| w2 | 1000.0 |",
                        "![Caption b](reproduction/fb.png)",
                        "| sigma | ours |",
                        "| --- | --- |",
                        "| w1 | 50.0 |",
                        "| w2 | 25.0 |",
                        "| mean | ours |",
                        "| --- | --- |",
                        "| w1 | 1000.0 |",
                        "| w2 | 1000.0 |");
        assertThat(directory.resolve("reproduction")).isDirectoryContaining(file -> file.endsWith("fb.svg"));
    }
}
