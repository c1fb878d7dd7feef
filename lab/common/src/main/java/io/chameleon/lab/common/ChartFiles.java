package io.chameleon.lab.common;

import java.io.IOException;
import java.nio.file.Path;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Pictures on disk. */
public final class ChartFiles {
    private ChartFiles() {}

    /** Writes {@code base.png} and {@code base.svg}; returns the former. */
    public static Path save(Chart<?, ?> chart, Path base) throws IOException {
        BitmapEncoder.saveBitmap(chart, base.toString(), BitmapEncoder.BitmapFormat.PNG);
        VectorGraphicsEncoder.saveVectorGraphic(chart, base.toString(), VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        return base.resolveSibling(base.getFileName() + ".png");
    }
}
