package io.chameleon.simssd.envm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the ENVM image kept for a version: {@code GoldenCells src/test/resources/envm/v2/flash.envm.gz}. Run it once,
 * when a version is new; later builds open what earlier ones wrote.
 */
final class GoldenCells {
    static final int PAGE = 512;
    static final int CELLS = 24;
    /** In images of versions from 2 on; those of version 1 have none. */
    static final UUID DEVICE = UUID.fromString("1d0b14e4-db01-4fed-acd1-9be29ee06a62");

    /** Cells 0 to 5 hold pages 100 to 105; cell 3 was given its page twice, and cell 5 was cleared. */
    static final int HELD = 6;

    static final int OVERWRITTEN = 3;
    static final int CLEARED = 5;

    private GoldenCells() {}

    static long page(int cell) {
        return 100L + cell;
    }

    static long version(int cell) {
        return cell == OVERWRITTEN ? 2 : 1;
    }

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("golden");
        Path image = directory.resolve("flash.envm");
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS)) {
            for (int cell = 0; cell < HELD; cell++) {
                for (long version = 1; version <= version(cell); version++) {
                    long page = page(cell);
                    cells.put(cell, page, Pages.content(page, version, PAGE), Pages.spare(page, version));
                }
            }
            cells.clear(CLEARED);
        }
        Path into = Path.of(args[0]);
        Files.createDirectories(into.getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(into))) {
            Files.copy(image, out);
        }
        Files.delete(image);
        Files.delete(directory);
    }
}
