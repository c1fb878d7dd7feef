package io.chameleon.lab.common;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Pictures on disk. */
public final class ChartFiles {
    static {
        // A picture fits into memory; a cache would need a temporary directory.
        ImageIO.setUseCache(false);
    }

    private ChartFiles() {}

    /** Writes {@code base.png} and {@code base.svg}, the same in every locale; returns the former. */
    public static Path save(Chart<?, ?> chart, Path base) throws IOException {
        chart.getStyler().setLocale(Locale.ROOT);
        ByteArrayOutputStream svg = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, svg, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        ReportFiles.write(base.resolveSibling(base.getFileName() + ".svg"), svg.toByteArray());
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        BitmapEncoder.saveBitmap(chart, png, BitmapEncoder.BitmapFormat.PNG);
        return ReportFiles.write(base.resolveSibling(base.getFileName() + ".png"), png.toByteArray());
    }
}
