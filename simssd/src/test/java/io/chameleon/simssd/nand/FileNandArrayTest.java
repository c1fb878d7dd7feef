package io.chameleon.simssd.nand;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashGeometry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an image file keeps of trims, wear and bad blocks. */
class FileNandArrayTest {
    private static final FlashGeometry GEOMETRY = new FlashGeometry(512, 8, 64, 0.3);

    @TempDir
    Path directory;

    private Path image = Path.of("");

    @BeforeEach
    void nameImage() {
        image = directory.resolve("ssd.img");
    }

    /** All objects' bytes are in them. */
    @Test
    void imageAndCheckpoint_areClosedToOtherUsersOfTheMachine() throws IOException {
        ImageCheckpoint checkpoint = new ImageCheckpoint(image);
        FileNandArray.open(image, GEOMETRY, new SplittableRandom(1)).close();
        checkpoint.create().close();
        checkpoint.publish();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files)
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                            .contains(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)
                            .doesNotContain(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE));
        }
    }

    @Test
    void trims_ofAnyPattern_areReadBack() {
        FlashGeometry geometry = new FlashGeometry(512, 8, 256, 0.3);
        int[] pages = new int[900];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = i < 600 ? i : 2 * i - 600; // a run longer than one batch, then every other page
        }
        try (FileNandArray nand = FileNandArray.open(image, geometry, new SplittableRandom(1))) {
            nand.saveTrims(pages, pages.length, 77);
            nand.saveTrims(new int[] {3}, 1, 99);
        }
        long[] found = new long[(int) geometry.logicalPages()];
        try (FileNandArray nand = FileNandArray.open(image, geometry, new SplittableRandom(1))) {
            assertThat(nand.loadTrims((page, sequence) -> found[page] = sequence))
                    .isZero();
        }
        long[] expected = new long[found.length];
        Arrays.stream(pages).forEach(page -> expected[page] = 77);
        expected[3] = 99;
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void badBlocks_andEraseCounts_shareAnEntryAndSurvive() {
        try (FileNandArray nand = FileNandArray.open(image, GEOMETRY, new SplittableRandom(1))) {
            nand.erase(3);
            nand.erase(3);
            nand.markBad(3);
            nand.markBad(5);
        }
        try (FileNandArray nand = FileNandArray.open(image, GEOMETRY, new SplittableRandom(1))) {
            assertThat(nand.eraseCount(3)).isEqualTo(2);
            assertThat(nand.isBad(3)).isTrue();
            assertThat(nand.eraseCount(5)).isZero();
            assertThat(nand.isBad(5)).isTrue();
            assertThat(nand.isBad(4)).isFalse();
        }
    }
}
