package io.chameleon.lab.papers.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.command.EmulationCharts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;

class SectionTest {
    @TempDir
    private Path directory;

    private final Document document = new Document("Report");

    private static XYChart chart() {
        XYChart chart = EmulationCharts.lines("c", "x", "y");
        EmulationCharts.line(chart, "l", new double[] {1, 2}, new double[] {3, 4});
        return chart;
    }

    /** The report is looked at where it was written: its pictures are named relative to it. */
    @Test
    void picture_liesBesideTheReport_asPngAndSvg() throws IOException {
        Path beside = Files.createDirectory(directory.resolve("reproduction"));
        new Section(document, directory)
                .paragraph("Before.")
                .picture("edm-1a", "Erases < writes", chart())
                .table(List.of("a", "b"), List.of(List.of("1", "2 | 3")));
        assertThat(beside.resolve("edm-1a.png")).isNotEmptyFile();
        assertThat(beside.resolve("edm-1a.svg")).content().contains("<svg");
        assertThat(document.markdown()).isEqualTo("""
                        # Report

                        Before.

                        ![Erases < writes](reproduction/edm-1a.png)

                        | a | b |
                        | --- | --- |
                        | 1 | 2 \\| 3 |
                        """);
        assertThat(document.html())
                .contains("<img src=\"reproduction/edm-1a.png\" alt=\"Erases &lt; writes\">")
                .contains("<tr><td>1</td><td>2 | 3</td></tr>");
    }

    @Test
    void pictureThatCannotBeSaved_isAnErrorAndNotALinkToNothing() {
        Section section = new Section(document, directory.resolve("missing"));
        assertThatThrownBy(() -> section.picture("edm-1a", "Erases", chart())).isInstanceOf(IOException.class);
        assertThat(document.markdown()).doesNotContain("edm-1a");
    }
}
