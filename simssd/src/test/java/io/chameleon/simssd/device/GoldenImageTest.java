package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images written by former builds, one per format version. */
class GoldenImageTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"v1, 30, 0", "v2, 29, 1", "v3, 29, 1"})
    void image_ofAFormerVersion_isReadAndWritten(String version, int pages, int badBlocks) throws IOException {
        Path image = unpack(version);
        try (FlashDevice device = FlashDevices.open(image, GoldenImages.CONFIG)) {
            assertThat(device.mountReport().tornPages()).isZero();
            assertThat(device.mountReport().corruptPages()).isZero();
            assertThat(device.statistics().hostPageWrites()).isEqualTo(170);
            assertThat(device.statistics().totalErases()).isGreaterThan(20);
            Map<Long, Long> rounds = new HashMap<>();
            device.scan((page, spare) -> rounds.put(page, spare.get(ValueLayout.JAVA_LONG_UNALIGNED, 32)));
            assertThat(rounds).as("trims count since version 2").hasSize(pages);
            assertThat(device.statistics().badBlocks()).isEqualTo(badBlocks);
            for (long page : rounds.keySet()) {
                long round = GoldenImages.expectedRound(page);
                byte[] content = new byte[GoldenImages.CONFIG.geometry().pageBytes()];
                device.read(page, MemorySegment.ofArray(content));
                assertThat(content).as("page %d", page).isEqualTo(GoldenImages.content(page, round));
                assertThat(rounds).containsEntry(page, round);
            }
            TestPages.write(device, 4, 99);
            device.trim(6);
        }
        try (FlashDevice device = FlashDevices.open(image, GoldenImages.CONFIG)) {
            assertThat(TestPages.readVersion(device, 4)).isEqualTo(99);
            assertThat(device.isMapped(6)).isFalse();
        }
    }

    @Test
    void image_ofVersion3_saysWhoItIs() throws IOException {
        try (FlashDevice device = FlashDevices.open(unpack("v3"), GoldenImages.CONFIG)) {
            assertThat(device.deviceId()).isEqualTo(GoldenImages.DEVICE);
            assertThat(device.clusterId()).isEqualTo(GoldenImages.CLUSTER);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2"})
    void image_ofAVersionWithoutIdentity_getsOneAtItsFirstOpen(String version) throws IOException {
        Path image = unpack(version);
        UUID device;
        try (FlashDevice first = FlashDevices.open(image, GoldenImages.CONFIG)) {
            device = first.deviceId();
            assertThat(first.clusterId()).isNull();
        }
        try (FlashDevice second = FlashDevices.open(image, GoldenImages.CONFIG)) {
            assertThat(second.deviceId()).isEqualTo(device);
        }
    }

    /** The power failed after the upgrade had extended the file, before it wrote the header. */
    @Test
    void upgradeCutShort_isDoneAgain() throws IOException {
        Path image = unpack("v1");
        long grown = new ImageLayout(GoldenImages.CONFIG.geometry()).fileBytes();
        TestImages.truncate(image, grown);
        for (int opening = 1; opening <= 2; opening++) {
            try (FlashDevice device = FlashDevices.open(image, GoldenImages.CONFIG)) {
                assertThat(device.statistics().livePages()).isEqualTo(GoldenImages.PAGES);
            }
        }
    }

    @Test
    void imageOfVersion1_withoutItsEnd_isRefusedAndLeftAlone() throws IOException {
        Path image = unpack("v1");
        long length = Files.size(image);
        TestImages.truncate(image, length - 1);
        assertThatThrownBy(() -> FlashDevices.open(image, GoldenImages.CONFIG))
                .isInstanceOf(ImageException.class)
                .hasMessage(image + ": image is truncated: " + (length - 1) + " bytes, expected " + length);
        assertThat(Files.size(image)).isEqualTo(length - 1);
    }

    private Path unpack(String version) throws IOException {
        Path image = directory.resolve("small.img");
        try (InputStream packed = GoldenImageTest.class.getResourceAsStream("/images/" + version + "/small.img.gz");
                InputStream bytes = new GZIPInputStream(Objects.requireNonNull(packed, version))) {
            Files.copy(bytes, image);
        }
        return image;
    }
}
