package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.testing.LossyDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FileCellsTest {
    private static final int PAGE = 512;
    private static final int CELLS = 24;
    private static final UUID DEVICE = CutFile.DEVICE;

    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    /** Each cell is a register: never a mixture, never older than the last force. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void cells_powerCutAgainAndAgain_holdTheirForcedValueOrALaterOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        CutFile file = new CutFile(PAGE, CELLS);
        List<List<Long>> since = new ArrayList<>(); // per cell: the values it may hold, 0 for none
        for (int cell = 0; cell < CELLS; cell++) {
            since.add(new ArrayList<>(List.of(0L)));
        }
        long version = 0;
        for (int life = 0; life < 20; life++) {
            file.cutAfter(random.nextInt(1, 600));
            try {
                FileCells cells = file.open(PAGE);
                for (int cell = 0; cell < CELLS; cell++) {
                    long found = value(cells, cell);
                    assertThat(since.get(cell))
                            .as("seed %d cell %d", seed, cell)
                            .contains(found);
                    since.set(cell, new ArrayList<>(List.of(found)));
                }
                while (true) {
                    int cell = random.nextInt(CELLS);
                    int dice = random.nextInt(20);
                    if (dice == 0) {
                        long point = cells.beginForce();
                        cells.force();
                        cells.endForce(point);
                        since.forEach(
                                values -> values.subList(0, values.size() - 1).clear());
                    } else if (dice == 1) {
                        since.get(cell).add(0L);
                        cells.clear(cell);
                    } else {
                        since.get(cell).add(++version);
                        // A separate page for each cell: which of two cells wins a page is the tier's business.
                        cells.put(cell, cell, Pages.content(cell, version, PAGE), Pages.spare(cell, version));
                    }
                }
            } catch (CutFile.PowerCut _) {
                file = file.afterCut(random);
            }
        }
    }

    private static long value(FileCells cells, int cell) {
        if (cells.page(cell) == EnvmCells.EMPTY) {
            return 0;
        }
        byte[] data = new byte[PAGE];
        byte[] spare = new byte[FlashDevice.SPARE_BYTES];
        cells.read(cell, data, spare);
        long version = Pages.version(cell, data);
        assertThat(spare).isEqualTo(Pages.spare(cell, version));
        return version;
    }

    @Test
    void putWithoutForces_neverRunsOutOfLocations() {
        CutFile file = new CutFile(PAGE, CELLS);
        FileCells cells = file.open(PAGE);
        int before = file.forces;
        for (int i = 0; i < 5_000; i++) {
            cells.put(i % CELLS, i % CELLS, Pages.content(i % CELLS, i, PAGE), Pages.spare(i % CELLS, i));
        }
        assertThat(value(cells, 3)).isEqualTo(5_000 / CELLS * CELLS + 3);
        assertThat(file.forces - before).as("forces of its own, batched").isBetween(10, 5_000 / 32);
        assertThat(cells.writes()).isEqualTo(5_000);
    }

    @Test
    void copy_isForgottenOverARestart() {
        CutFile file = new CutFile(PAGE, CELLS);
        FileCells cells = file.open(PAGE);
        cells.put(0, 7, Pages.content(7, 1, PAGE), null);
        cells.put(1, 8, Pages.content(8, 1, PAGE), Pages.spare(8, 1));
        FileCells reopened = file.open(PAGE);
        assertThat(reopened.page(0)).isEqualTo(EnvmCells.EMPTY);
        assertThat(reopened.page(1)).isEqualTo(8);
    }

    @Test
    void durableDataDamaged_isCorruptAndNotTakenForATornWrite() {
        CutFile file = new CutFile(PAGE, CELLS);
        FileCells cells = file.open(PAGE);
        cells.put(0, 7, Pages.content(7, 1, PAGE), Pages.spare(7, 1));
        cells.put(0, 7, Pages.content(7, 2, PAGE), Pages.spare(7, 2));
        long point = cells.beginForce();
        cells.force();
        cells.endForce(point);
        CellFormat.Header header = new CellFormat.Header(PAGE, CELLS, FileCells.locations(CELLS), DEVICE);
        file.damage(header.dataAt(1) + 100);
        FileCells reopened = file.open(PAGE);
        assertThat(reopened.page(0)).isEqualTo(7);
        assertThatThrownBy(() -> reopened.read(0, new byte[PAGE], new byte[FlashDevice.SPARE_BYTES]))
                .isInstanceOf(CorruptPageException.class);
    }

    /** The first 32 labels, and the data of eight locations, are a sector. */
    @Test
    void sectorsThatTheDiskHasLost_damageTheirCells_andTheOthersServeOn() {
        Path image = directory.resolve("flash.envm");
        LossyDisk disk = new LossyDisk();
        CellFormat.Header header = new CellFormat.Header(PAGE, CELLS, FileCells.locations(CELLS), DEVICE);
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS, disk)) {
            putAll(cells, 1);
            disk.lose(header.dataAt(8));
            for (int cell = 0; cell < CELLS; cell++) {
                int read = cell;
                if (cell / 8 == 1) {
                    assertThatThrownBy(() -> value(cells, read)).isInstanceOf(CorruptPageException.class);
                } else {
                    assertThat(value(cells, cell)).isEqualTo(1);
                }
            }
            putAll(cells, 2);
        }
        disk.lose(header.labelAt(0));
        disk.lose(CellFormat.markAt(0));
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS, disk)) {
            for (int cell = 8; cell < CELLS; cell++) {
                assertThat(value(cells, cell)).isEqualTo(2);
            }
            putAll(cells, 3);
            putAll(cells, 4);
        }
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS, disk)) {
            assertThat(IntStream.range(0, CELLS).mapToLong(cell -> value(cells, cell)))
                    .containsOnly(4L);
        }
    }

    /** Durable when it returns. */
    private static void putAll(FileCells cells, long version) {
        for (int cell = 0; cell < CELLS; cell++) {
            cells.put(cell, cell, Pages.content(cell, version, PAGE), Pages.spare(cell, version));
        }
        long point = cells.beginForce();
        cells.force();
        cells.endForce(point);
    }

    @Test
    void sequence_goesOnOverARestart() {
        CutFile file = new CutFile(PAGE, CELLS);
        FileCells cells = file.open(PAGE);
        for (int i = 0; i < 10; i++) {
            cells.put(i, i, Pages.content(i, 1, PAGE), Pages.spare(i, 1));
        }
        assertThat(file.open(PAGE).writes()).isEqualTo(10);
    }

    @Test
    void strangeFiles_areRefusedInOneLine() throws IOException {
        Path image = directory.resolve("flash.envm");
        FileCells.open(image, DEVICE, PAGE, CELLS).close();
        assertThatThrownBy(() -> FileCells.open(image, DEVICE, 4_096, CELLS))
                .isInstanceOf(ImageException.class)
                .hasMessage(image + ": ENVM image of pages of 512 bytes, expected 4096");
        byte[] whole = Files.readAllBytes(image);
        Files.write(image, Arrays.copyOf(whole, whole.length - 1));
        assertThatThrownBy(() -> FileCells.open(image, DEVICE, PAGE, CELLS)).hasMessageContaining("truncated");
        whole[20]++;
        Files.write(image, whole);
        assertThatThrownBy(() -> FileCells.open(image, DEVICE, PAGE, CELLS)).hasMessageContaining("header is damaged");
        Files.writeString(image, "something else");
        assertThatThrownBy(() -> FileCells.open(image, DEVICE, PAGE, CELLS)).hasMessageContaining("not an ENVM image");
    }

    @Test
    void cellsOfAnotherDevice_areRefused_andKept() throws IOException {
        Path image = directory.resolve("flash.envm");
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS)) {
            cells.put(0, 7, Pages.content(7, 1, PAGE), Pages.spare(7, 1));
        }
        byte[] before = Files.readAllBytes(image);
        UUID other = new UUID(3, 4);
        assertThatThrownBy(() -> FileCells.open(image, other, PAGE, CELLS))
                .isInstanceOf(ImageException.class)
                .hasMessage(image + ": ENVM image of flash device " + DEVICE + ", expected " + other
                        + "; put it back beside that device's image, or delete it if the device is gone");
        assertThat(image).hasBinaryContent(before);
    }

    /** Version 1 does not name its device: the device beside which the image is stored takes it over permanently. */
    @Test
    void cellsOfVersion1_becomeThoseOfTheirDevice() throws IOException {
        Path image = directory.resolve("flash.envm");
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS)) {
            cells.put(0, 7, Pages.content(7, 1, PAGE), Pages.spare(7, 1));
        }
        toVersion1(image);
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS)) {
            assertThat(cells.page(0)).isEqualTo(7);
        }
        assertThatThrownBy(() -> FileCells.open(image, new UUID(3, 4), PAGE, CELLS))
                .hasMessageContaining("of flash device " + DEVICE);
    }

    private static void toVersion1(Path image) throws IOException {
        byte[] bytes = Files.readAllBytes(image);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(8, 1).putInt(24, CellFormat.crc(buffer.putInt(8, 1).array(), 0, 24));
        Arrays.fill(bytes, 28, 44, (byte) 0);
        Files.write(image, bytes);
    }

    @Test
    void openTwice_isRefused() {
        Path image = directory.resolve("flash.envm");
        try (FileCells cells = FileCells.open(image, DEVICE, PAGE, CELLS)) {
            assertThat(cells.count()).isEqualTo(CELLS);
            assertThatThrownBy(() -> FileCells.open(image, DEVICE, PAGE, CELLS)).hasMessageContaining("in use");
        }
    }
}
