package io.chameleon.lab.papers;

import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.common.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Chart;

/** Where a figure writes: its part of the report, and pictures in the directory beside it. */
final class Section {
    private final Document document;
    private final Path directory;

    Section(Document document, Path directory) {
        this.document = document;
        this.directory = directory;
    }

    Section paragraph(String text) {
        document.paragraph(text);
        return this;
    }

    Section table(List<String> header, List<List<String>> rows) {
        document.table(header, rows);
        return this;
    }

    /** Saves it as PNG and SVG and shows the former, which is a tenth as large. */
    Section picture(String file, String caption, Chart<?, ?> chart) throws IOException {
        ChartFiles.save(chart, directory.resolve(Report.NAME).resolve(file));
        document.picture(Report.NAME + "/" + file + ".png", caption);
        return this;
    }
}
