package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.ImageFormatException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.nand.OobFormat;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a later release wrote is refused in a line that says so. It is not taken for damage, and stays as it is. */
class NewerFormatTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.2, WriteMode.SINGLE);
    private static final ImageLayout LAYOUT = new ImageLayout(CONFIG.geometry());
    private static final int PAGES = 6;

    @TempDir
    Path directory;

    private Path image = Path.of("");

    @BeforeEach
    void makeImage() {
        image = directory.resolve("ssd.img");
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            for (int page = 0; page < PAGES; page++) {
                TestPages.write(device, page, 1);
            }
        }
    }

    /**
     * The last page of a block, if its area is not intact, passes for torn and is dropped; any other passes for
     * corrupt.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, PAGES - 1})
    void page_stopsTheMount_andNothingIsChanged(int page) throws IOException {
        makePageNewer(page);
        TestImages.forgetCheckpoint(image);
        byte[] before = Files.readAllBytes(image);
        assertThatThrownBy(() -> FlashDevices.open(image, CONFIG))
                .isInstanceOf(ImageFormatException.class)
                .hasMessageContaining("page format 2 is newer than this program, which reads 1")
                .hasMessageNotContaining("\n");
        assertThat(Files.readAllBytes(image)).isEqualTo(before);
    }

    /** A checkpoint spares the scan, so nobody looks at the page before it is read. */
    @Test
    void page_readBehindACheckpoint_isNotCorrupt() {
        makePageNewer(2);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThatThrownBy(() -> TestPages.readVersion(device, 2))
                    .isInstanceOf(ImageFormatException.class)
                    .hasMessageContaining("is newer");
            assertThat(TestPages.readVersion(device, 3)).isEqualTo(1);
            assertThat(device.smart().mediaErrors()).isZero();
        }
    }

    @Test
    void image_isRefused_andNothingIsChanged() throws IOException {
        seal(0, 36, 32, 8, 4);
        byte[] before = Files.readAllBytes(image);
        assertThatThrownBy(() -> FlashDevices.open(image, CONFIG))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage(image + ": image format 4 is newer than this program, which reads 1 to 3");
        assertThat(Files.readAllBytes(image)).isEqualTo(before);
    }

    @Test
    void counters_areRefused_notDamaged() throws IOException {
        for (int slot = 0; slot < 2; slot++) {
            long at = LAYOUT.slot(slot);
            TestImages.edit(image, file -> {
                file.seek(at + 4);
                file.write(3);
            });
        }
        byte[] before = Files.readAllBytes(image);
        assertThatThrownBy(() -> FlashDevices.open(image, CONFIG))
                .isInstanceOf(ImageFormatException.class)
                .hasMessage(image + ": counter format 3 is newer than this program, which reads 1 to 2");
        assertThat(Files.readAllBytes(image)).isEqualTo(before);
    }

    /** It only spares the scan. */
    @Test
    void checkpoint_isLeftUnread_andTheImageIsScanned() {
        Path checkpoint = image.resolveSibling("ssd.img.checkpoint");
        TestImages.edit(checkpoint, file -> {
            byte[] bytes = new byte[(int) file.length()];
            file.readFully(bytes);
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            int length = buffer.getInt(0);
            buffer.putInt(8 + 4, 2);
            ByteBuffer prefix = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
            prefix.putInt(0).putLong(0).putInt(length);
            CRC32C crc = new CRC32C();
            crc.update(prefix.array());
            crc.update(bytes, 8, length);
            buffer.putInt(4, (int) crc.getValue());
            file.seek(0);
            file.write(bytes);
        });
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(device.mountReport().corruptPages()).isZero();
            for (int page = 0; page < PAGES; page++) {
                assertThat(TestPages.readVersion(device, page)).isEqualTo(1);
            }
        }
    }

    private void makePageNewer(int logicalPage) {
        for (int block = 0; block < CONFIG.geometry().blocks(); block++) {
            for (int page = 0; page < CONFIG.geometry().pagesPerBlock(); page++) {
                byte[] area = read(LAYOUT.oob(block, page), OobFormat.BYTES);
                if (OobFormat.isIntact(area, 0) && OobFormat.logicalPage(area, 0) == logicalPage) {
                    ByteBuffer buffer = ByteBuffer.wrap(area).order(ByteOrder.LITTLE_ENDIAN);
                    buffer.putShort(8, (short) 2).putInt(0, crc(area, 4, OobFormat.BYTES));
                    write(LAYOUT.oob(block, page), area);
                    return;
                }
            }
        }
        throw new AssertionError("page " + logicalPage + " is nowhere");
    }

    /** Puts a version into sealed bytes, and seals them again. */
    private void seal(long at, int bytes, int crcAt, int versionAt, int version) {
        byte[] sealed = read(at, bytes);
        ByteBuffer buffer = ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(versionAt, version).putInt(crcAt, crc(sealed, 0, crcAt));
        write(at, sealed);
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    private byte[] read(long at, int bytes) {
        byte[] found = new byte[bytes];
        TestImages.edit(image, file -> {
            file.seek(at);
            file.readFully(found);
        });
        return found;
    }

    private void write(long at, byte[] bytes) {
        TestImages.edit(image, file -> {
            file.seek(at);
            file.write(bytes);
        });
    }
}
