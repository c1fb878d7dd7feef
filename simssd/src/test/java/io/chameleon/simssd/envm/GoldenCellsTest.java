package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.ImageFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ENVM images written by the builds of each version, and one of a version to come. */
class GoldenCellsTest {
    private static final UUID STRANGER = new UUID(3, 4);

    @TempDir
    Path directory;

    /** The first says nothing of a device, so whoever opens it is taken for its owner. */
    @ParameterizedTest
    @EnumSource(CellsFormat.class)
    void image_ofEveryVersion_isRead_andIsItsDevices(CellsFormat format) throws IOException {
        Path image = unpack(format);
        for (int opening = 1; opening <= 2; opening++) {
            try (FileCells cells = open(image, GoldenCells.DEVICE)) {
                byte[] data = new byte[GoldenCells.PAGE];
                byte[] spare = new byte[40];
                for (int cell = 0; cell < GoldenCells.CELLS; cell++) {
                    if (cell >= GoldenCells.HELD || cell == GoldenCells.CLEARED) {
                        assertThat(cells.page(cell)).isEqualTo(EnvmCells.EMPTY);
                        continue;
                    }
                    long page = GoldenCells.page(cell);
                    assertThat(cells.page(cell)).isEqualTo(page);
                    cells.read(cell, data, spare);
                    assertThat(Pages.version(page, data)).isEqualTo(GoldenCells.version(cell));
                    assertThat(spare).isEqualTo(Pages.spare(page, GoldenCells.version(cell)));
                }
            }
            assertThatThrownBy(() -> open(image, STRANGER)).isInstanceOf(ImageException.class);
        }
    }

    @Test
    void image_ofALaterVersion_isRefused_andNothingIsChanged() throws IOException {
        Path image = unpack(CellsFormat.CURRENT);
        byte[] bytes = Files.readAllBytes(image);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(8, 3).putInt(40, CellFormat.crc(bytes, 0, 40));
        assertRefused(image, bytes, ": ENVM image format 3 is newer than this program, which reads 1 to 2");
    }

    @Test
    void label_ofALaterVersion_isNotTakenForNone() throws IOException {
        Path image = unpack(CellsFormat.CURRENT);
        byte[] bytes = Files.readAllBytes(image);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int label = CellFormat.LABELS_OFFSET;
        buffer.putShort(label + 8, (short) 2);
        buffer.putInt(label, CellFormat.crc(bytes, label + 4, 68));
        assertRefused(image, bytes, "ENVM label format 2 is newer than this program, which reads 1");
    }

    private void assertRefused(Path image, byte[] bytes, String message) throws IOException {
        Files.write(image, bytes);
        assertThatThrownBy(() -> open(image, GoldenCells.DEVICE))
                .isInstanceOf(ImageFormatException.class)
                .hasMessageEndingWith(message);
        assertThat(Files.readAllBytes(image)).isEqualTo(bytes);
    }

    private static FileCells open(Path image, UUID device) {
        return FileCells.open(image, device, GoldenCells.PAGE, GoldenCells.CELLS);
    }

    private Path unpack(CellsFormat format) throws IOException {
        String golden = "/envm/v" + format.number() + "/flash.envm.gz";
        Path image = directory.resolve("flash.envm");
        try (InputStream packed = GoldenCellsTest.class.getResourceAsStream(golden);
                InputStream bytes = new GZIPInputStream(Objects.requireNonNull(packed, golden))) {
            Files.copy(bytes, image);
        }
        return image;
    }
}
