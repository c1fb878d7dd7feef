package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The example of docs/research/simssd.md compiles, runs, and equals the one printed there. */
class EmbeddingExampleTest {
    private static final Path DOCUMENT = Path.of("../docs/research/simssd.md");
    private static final Path SOURCE = Path.of("src/test/java/io/chameleon/simssd/device/EmbeddingExampleTest.java");

    private static double example() {
        // begin of the example
        FlashGeometry geometry =
                FlashGeometry.ofLogicalBlocks(64, 1_000, 0.15); // pages per block, blocks, spare factor
        FlashConfig config = FlashConfig.of(geometry).withWriteMode(WriteMode.HOT_COLD_AND_COPIES);
        try (SimulatedFlashDevice device = FlashDevices.timingOnly(config)) {
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < 1_000_000; i++) {
                boolean hot = random.nextInt(10) > 0; // nine writes of ten go to the first tenth of the pages
                int page = hot ? random.nextInt(6_400) : 6_400 + random.nextInt(57_600);
                device.writePage(page, hot ? WriteHint.HOT : WriteHint.COLD);
            }
            return device.statistics().writeAmplification();
        }
        // end of the example
    }

    @Test
    void example_runs() {
        assertThat(example()).isBetween(1.0, 2.0);
    }

    @Test
    void example_isTheOneInTheDocument() throws IOException {
        List<String> source = Files.readAllLines(SOURCE);
        List<String> shown = Files.readAllLines(DOCUMENT);
        List<String> example =
                between(source, "        // begin of the example", "        // end of the example").stream()
                        .map(line -> line.replaceFirst("^ {8}", ""))
                        .toList();
        assertThat(between(shown, "```java", "```")).isEqualTo(example).hasSizeLessThanOrEqualTo(12);
    }

    private static List<String> between(List<String> lines, String begin, String end) {
        List<String> rest = lines.subList(lines.indexOf(begin) + 1, lines.size());
        return rest.subList(0, rest.indexOf(end));
    }
}
