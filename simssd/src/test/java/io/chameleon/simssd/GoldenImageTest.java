package io.chameleon.simssd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images written by former builds, one per format version. */
class GoldenImageTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = "v1")
    void image_ofAFormerVersion_isReadAndWritten(String version) throws IOException {
        Path image = directory.resolve("small.img");
        try (InputStream packed = GoldenImageTest.class.getResourceAsStream("/images/" + version + "/small.img.gz");
                InputStream bytes = new GZIPInputStream(Objects.requireNonNull(packed, version))) {
            Files.copy(bytes, image);
        }
        try (FlashDevice device = FlashDevices.open(image, GoldenImages.CONFIG)) {
            assertThat(device.mountReport().tornPages()).isZero();
            assertThat(device.mountReport().corruptPages()).isZero();
            assertThat(device.statistics().hostPageWrites()).isEqualTo(170);
            assertThat(device.statistics().totalErases()).isGreaterThan(20);
            Map<Long, Long> rounds = new HashMap<>();
            device.scan((page, spare) -> rounds.put(page, spare.get(ValueLayout.JAVA_LONG_UNALIGNED, 32)));
            assertThat(rounds).hasSize(GoldenImages.PAGES);
            for (long page = 0; page < GoldenImages.PAGES; page++) {
                long round = GoldenImages.expectedRound(page);
                byte[] content = new byte[GoldenImages.CONFIG.geometry().pageBytes()];
                device.read(page, MemorySegment.ofArray(content));
                assertThat(content).as("page %d", page).isEqualTo(GoldenImages.content(page, round));
                assertThat(rounds).containsEntry(page, round);
            }
            TestPages.write(device, 4, 99);
        }
        try (FlashDevice device = FlashDevices.open(image, GoldenImages.CONFIG)) {
            assertThat(TestPages.readVersion(device, 4)).isEqualTo(99);
        }
    }
}
