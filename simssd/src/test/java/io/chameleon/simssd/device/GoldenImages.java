package io.chameleon.simssd.device;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.nand.FileNandArray;
import io.chameleon.simssd.testing.TestPages;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the image kept for a format version: {@code GoldenImages src/test/resources/images/v3/small.img.gz}. Run it
 * once per new version; later builds open what earlier ones wrote.
 */
final class GoldenImages {
    static final FlashConfig CONFIG =
            new FlashConfig(new FlashGeometry(512, 4, 20, 0.5), FlashTiming.TABLE_II, WriteMode.SINGLE);
    static final int PAGES = 30;
    static final int TRIMMED = 11;
    static final int ROUNDS = 6;

    /** From version 2 on, images have a bad block and a trimmed page. */
    static final int BAD = 5;

    /** In images from version 3 on; earlier ones have no identity. */
    static final UUID DEVICE = UUID.fromString("1d0b14e4-db01-4fed-acd1-9be29ee06a62");

    static final UUID CLUSTER = UUID.fromString("0198c0de-0000-7000-8000-00000000c1a5");

    private GoldenImages() {}

    /** A page's bytes: all equal, so that the image compresses well. */
    static byte[] content(long page, long round) {
        byte[] content = new byte[CONFIG.geometry().pageBytes()];
        Arrays.fill(content, (byte) (page * 7 + round));
        return content;
    }

    /**
     * The round that wrote a page of the image: pages were written in rounds, and the last one skipped every third
     * page.
     */
    static long expectedRound(long page) {
        return page % 3 == 0 ? ROUNDS - 1 : ROUNDS;
    }

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("golden");
        Path image = directory.resolve("small.img");
        try (FlashDevice device =
                FlashDevices.builder(CONFIG).ids(new SplittableRandom(3)).open(image)) {
            device.join(CLUSTER);
            for (long round = 1; round <= ROUNDS; round++) {
                for (long page = 0; page < PAGES; page++) {
                    if (round < ROUNDS || page % 3 != 0) {
                        device.write(
                                page,
                                MemorySegment.ofArray(content(page, round)),
                                TestPages.spare(page, round),
                                WriteHint.COLD);
                    }
                }
                device.sync();
            }
            device.trim(TRIMMED);
        }
        try (FileNandArray nand = FileNandArray.open(image, CONFIG.geometry(), new SplittableRandom(1))) {
            nand.markBad(BAD);
            nand.force();
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(Path.of(args[0])))) {
            Files.copy(image, out);
        }
        Files.delete(image);
        Files.delete(directory);
    }
}
