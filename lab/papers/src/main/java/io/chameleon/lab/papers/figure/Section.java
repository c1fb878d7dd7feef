package io.chameleon.lab.papers.figure;

import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.common.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Chart;

/** Where a figure writes: its part of the report, and pictures in the directory beside it. */
public final class Section {
    /** The name of the report, and of the directory beside it that holds its pictures. */
    public static final String NAME = "reproduction";

    private final Document document;
    private final Path directory;

    public Section(Document document, Path directory) {
        this.document = document;
        this.directory = directory;
    }

    public Section paragraph(String text) {
        document.paragraph(text);
        return this;
    }

    public Section table(List<String> header, List<List<String>> rows) {
        document.table(header, rows);
        return this;
    }

    /** Saves it as PNG and SVG and shows the PNG, which is a tenth as large. */
    public Section picture(String file, String caption, Chart<?, ?> chart) throws IOException {
        ChartFiles.save(chart, directory.resolve(NAME).resolve(file));
        document.picture(NAME + "/" + file + ".png", caption);
        return this;
    }
}
