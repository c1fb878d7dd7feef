package io.chameleon.lab.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/** The default locale is that of all of the JVM. */
@Isolated
class ChartFilesTest {
    @TempDir
    Path directory;

    @Test
    void chart_isTheSameInALocaleWithADecimalComma() throws IOException {
        Path here = ChartFiles.save(chart(), directory.resolve("here"));
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            Path there = ChartFiles.save(chart(), directory.resolve("there"));
            assertThat(there).hasSameBinaryContentAs(here);
            assertThat(directory.resolve("there.svg")).hasSameTextualContentAs(directory.resolve("here.svg"));
        } finally {
            Locale.setDefault(before);
        }
    }

    private static CategoryChart chart() {
        CategoryChart chart = new CategoryChartBuilder().width(300).height(200).build();
        chart.addSeries("erases", new double[] {1, 2}, new double[] {1234.5, 4321.25});
        return chart;
    }
}
