package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Lifetime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

class FigureChartsTest {
    @TempDir
    Path directory;

    private static List<AmplificationCurve> amplification() {
        List<AmplificationCurve> curves = new ArrayList<>();
        for (String panel : List.of("1a", "1b", "1c")) {
            curves.add(new AmplificationCurve(
                    panel,
                    panel.equals("1a") ? 0.9 : 0.8,
                    0.1,
                    panel.equals("1c") ? 1 : 100,
                    List.of(1, 2),
                    List.of(2.0, 1.8),
                    List.of(1.9, 1.7)));
        }
        return curves;
    }

    private static List<WearCurve> wear() {
        List<Lifetime.Point> points = List.of(new Lifetime.Point(1, 0.5, 10, 2), new Lifetime.Point(2, 0.75, 25, 1.5));
        return List.of(
                new WearCurve(new HotColdParameters(32, 0.1, 5, 100, 0.9, 0.1), points),
                new WearCurve(new HotColdParameters(32, 0.1, 5, 100, 0.99, 0.01), points),
                new WearCurve(new HotColdParameters(32, 0.1, 5, 0, 0.99, 0.01), points));
    }

    private static List<String> curves(String figure) {
        return chart(figure).getSeriesCollection().stream()
                .map(XYSeries::getName)
                .toList();
    }

    private static XYChart chart(String figure) {
        return Objects.requireNonNull(
                FigureCharts.charts(amplification(), wear()).get("figure" + figure), figure);
    }

    /** A curve in the wrong panel reads as a result of another setting. */
    @Test
    void amplification_isDrawnInItsPanelAlone_withAndWithoutSwaps() {
        assertThat(curves("1a"))
                .containsExactlyInAnyOrder("HCWF, r = 0.9, f = 0.1", "HCWF(swap), d* = 100, r = 0.9, f = 0.1");
        assertThat(curves("1b"))
                .containsExactlyInAnyOrder("HCWF, r = 0.8, f = 0.1", "HCWF(swap), d* = 100, r = 0.8, f = 0.1");
        assertThat(curves("1c"))
                .containsExactlyInAnyOrder("HCWF, r = 0.8, f = 0.1", "HCWF(swap), d* = 1, r = 0.8, f = 0.1");
    }

    @Test
    void amplification_isDrawnOverD() {
        XYSeries swap = chart("1a").getSeries("HCWF(swap), d* = 100, r = 0.9, f = 0.1");
        assertThat(swap.getXData()).containsExactly(1, 2);
        assertThat(swap.getYData()).containsExactly(1.9, 1.7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3"})
    void wear_isDrawnByHeat_andWithoutSwapsApart(String figure) {
        assertThat(curves(figure + "a")).containsExactly("r = 0.9, d = 5, d* = 100");
        assertThat(curves(figure + "b")).containsExactly("r = 0.99, d = 5, d* = 100");
        assertThat(curves(figure + "c")).containsExactly("r = 0.99, d = 5");
    }

    @Test
    void fairnessAndEndurance_areEachInTheirFigure() {
        XYSeries fairness = chart("2a").getSeries("r = 0.9, d = 5, d* = 100");
        XYSeries endurance = chart("3a").getSeries("r = 0.9, d = 5, d* = 100");
        assertThat(fairness.getXData()).containsExactly(1, 2);
        assertThat(fairness.getYData()).containsExactly(0.5, 0.75);
        assertThat(endurance.getYData()).containsExactly(10, 25);
        assertThat(chart("2a").getYAxisTitle()).isEqualTo("PE fairness");
        assertThat(chart("3a").getYAxisTitle()).isEqualTo("endurance, full drive writes");
    }

    @Test
    void files_areWrittenUnderTheNamesThatTheTextShows() throws IOException {
        assertThat(FigureCharts.write(amplification(), wear(), directory))
                .containsExactlyElementsOf(Stream.of("1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c")
                        .map(figure -> directory.resolve("figure" + figure + ".png"))
                        .toList())
                .allSatisfy(file -> assertThat(file).isNotEmptyFile());
    }
}
