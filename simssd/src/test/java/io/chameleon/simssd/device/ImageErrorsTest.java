package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.file.ImageFile;
import io.chameleon.simssd.nand.FileNandArray;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file that is not the expected image is refused with a one-line reason, and stays unchanged. */
class ImageErrorsTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.2, WriteMode.SINGLE);

    @TempDir
    Path directory;

    private Path image = Path.of("");

    @BeforeEach
    void makeImage() {
        image = directory.resolve("ssd.img");
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            TestPages.write(device, 3, 1);
        }
    }

    @Test
    void image_ofAnotherGeometry_isRefused() {
        assertRefused(
                TestPages.smallConfig(128, 0.2, WriteMode.SINGLE),
                "image holds a device of 64 blocks x 8 pages x 512 bytes with 409 logical pages,"
                        + " expected 128 blocks x 8 pages x 512 bytes with 819 logical pages");
        assertRefused(
                TestPages.smallConfig(64, 0.3, WriteMode.SINGLE), "expected 64 blocks x 8 pages x 512 bytes with 358");
    }

    @ParameterizedTest
    @CsvSource({
        "512, 8, 64, 0.2",
        "512, 8, 64, 0.9",
        "4096, 64, 137, 0.15",
        "4096, 2, 1001, 0.333",
        "1024, 4096, 9, 0.77",
        "512, 1, 64, 0.2",
        "4096, 48, 137, 0.15",
        "512, 1152, 20, 0.33"
    })
    void image_tellsItsGeometry(int pageBytes, int pagesPerBlock, int blocks, double overProvisioning) {
        FlashGeometry made = new FlashGeometry(pageBytes, pagesPerBlock, blocks, overProvisioning);
        Path other = directory.resolve("other.img");
        assertThat(FlashDevices.geometryOf(other)).isEmpty();
        FileNandArray.open(other, made, new SplittableRandom(1)).close();
        FlashGeometry told = FlashDevices.geometryOf(other).orElseThrow();
        assertThat(told.logicalPages()).isEqualTo(made.logicalPages());
        assertThat(told.blocks()).isEqualTo(made.blocks());
        FileNandArray.open(other, told, new SplittableRandom(1)).close();
    }

    @Test
    void file_thatIsNoImage_hasNoGeometry() throws IOException {
        Files.writeString(image, "Dear diary");
        assertThatThrownBy(() -> FlashDevices.geometryOf(image))
                .isInstanceOf(ImageException.class)
                .hasMessage(image + ": not a flash image (10 bytes, shorter than its header)");
    }

    @Test
    void image_truncated_isRefused() throws IOException {
        long length = Files.size(image);
        TestImages.truncate(image, length - 1);
        assertRefused(CONFIG, "image is truncated: " + (length - 1) + " bytes, expected " + length);
    }

    @Test
    void image_tooLong_isRefused() throws IOException {
        long length = Files.size(image);
        TestImages.truncate(image, length + 1);
        assertRefused(CONFIG, "image is too long");
    }

    @Test
    void file_thatIsNoImage_isRefusedAndNotTouched() throws IOException {
        String text = "Dear diary,\n".repeat(1_000);
        Files.writeString(image, text);
        assertRefused(CONFIG, "not a flash image (no CHAMSSD magic at its start)");
        assertThat(image).hasContent(text);
    }

    @Test
    void file_thatIsEmpty_isRefused() throws IOException {
        Files.write(image, new byte[0]);
        assertRefused(CONFIG, "not a flash image (0 bytes, shorter than its header)");
    }

    @Test
    void header_damaged_isRefused() {
        TestImages.flipByte(image, 20);
        assertRefused(CONFIG, "image header is damaged");
    }

    @Test
    void counterSlots_oneDamaged_theOtherServes() {
        TestImages.flipByte(image, new ImageLayout(CONFIG.geometry()).slot(0) + 16);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(TestPages.readVersion(device, 3)).isEqualTo(1);
        }
    }

    @Test
    void counterSlots_bothDamaged_areRefused() {
        ImageLayout layout = new ImageLayout(CONFIG.geometry());
        TestImages.flipByte(image, layout.slot(0) + 16);
        TestImages.flipByte(image, layout.slot(1) + 16);
        assertRefused(CONFIG, "both counter slots are damaged");
    }

    @Test
    void eraseTable_damaged_isRefused() {
        TestImages.flipByte(image, new ImageLayout(CONFIG.geometry()).eraseEntry(7));
        assertRefused(CONFIG, "erase count of block 7 is damaged");
    }

    @Test
    void image_openElsewhere_isRefused() {
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertRefused(CONFIG, "image is in use by another device or process");
            assertThat(TestPages.readVersion(device, 3)).isEqualTo(1);
        }
    }

    @Test
    void newImage_inAMissingDirectory_isRefused() {
        Path nowhere = directory.resolve("missing/ssd.img");
        assertThatThrownBy(() -> FlashDevices.open(nowhere, CONFIG))
                .isInstanceOf(DeviceFailedException.class)
                .hasMessage("cannot open image " + nowhere + ": its directory does not exist");
    }

    /** Of a disk that is read-only, say; a directory in its place fails alike. */
    @Test
    void image_thatTheSystemDoesNotOpen_isNamedOnce_withTheReason() throws IOException {
        Path taken = Files.createDirectory(directory.resolve("taken.img"));
        for (ThrowingCallable open : List.<ThrowingCallable>of(
                () -> FlashDevices.open(taken, CONFIG), () -> ImageFile.open(taken, file -> {}))) {
            assertThatThrownBy(open)
                    .isInstanceOf(DeviceFailedException.class)
                    .hasMessage("cannot open image " + taken + ": Is a directory");
        }
    }

    /** The exception of the system has no reason then, only the name. */
    @Test
    void image_thatTheUserMayNotOpen_isNamedOnce_withTheReason() {
        assertThat(new DeviceFailedException("cannot open image /d/f.img", new AccessDeniedException("/d/f.img")))
                .hasMessage("cannot open image /d/f.img: no permission");
    }

    /** The name of another file stays: it says where to look. */
    @Test
    void fileBesideTheImage_thatTheSystemDoesNotOpen_isNamed() {
        assertThat(new DeviceFailedException("cannot open image /d/f.img", new AccessDeniedException("/d/f.img.new")))
                .hasMessage("cannot open image /d/f.img: /d/f.img.new: no permission");
    }

    /** A crash during creation leaves an incomplete file under another name, which must not block a retry. */
    @Test
    void newImage_afterAnInterruptedCreation_isMadeAfresh() throws IOException {
        Path second = directory.resolve("second.img");
        Files.writeString(directory.resolve("second.img.new"), "half");
        try (FlashDevice device = FlashDevices.open(second, CONFIG)) {
            TestPages.write(device, 5, 9);
        }
        try (FlashDevice device = FlashDevices.open(second, CONFIG)) {
            assertThat(TestPages.readVersion(device, 5)).isEqualTo(9);
        }
        assertThat(directory.resolve("second.img.new")).doesNotExist();
    }

    private void assertRefused(FlashConfig config, String reason) {
        assertThatThrownBy(() -> FlashDevices.open(image, config))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining(image.toString())
                .hasMessageContaining(reason)
                .message()
                .doesNotContain("\n");
    }

    /** Its disk is not mounted. A new image took the place of the link, and hid the one with the data for good. */
    @Test
    void linkToAnImageThatIsNotThere_isRefused_andStays() throws IOException {
        Path disk = directory.resolve("disk/flash.img");
        Path link = Files.createSymbolicLink(directory.resolve("flash.img"), disk);
        assertThatThrownBy(() -> FlashDevices.geometryOf(link)).isInstanceOf(ImageException.class);
        assertThatThrownBy(() -> ImageFile.open(link, file -> {}))
                .isInstanceOf(ImageException.class)
                .hasMessage(link + ": a link to " + disk + ", which is not there; is its disk mounted?");
        assertThat(link).isSymbolicLink();
    }

    /** To open it would wait for somebody to write to it. */
    @Test
    void pipe_isNoImage() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (ThrowingCallable open : List.<ThrowingCallable>of(
                () -> FlashDevices.geometryOf(pipe), () -> ImageFile.open(pipe, file -> {}))) {
            assertThatThrownBy(open)
                    .isInstanceOf(ImageException.class)
                    .hasMessage(pipe + ": not a flash image (a pipe or a device)");
        }
    }
}
