package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.testing.TestPages;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that mostly opens and closes the device is killed, usually in the middle of either. */
class KilledStopTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(128, 0.15, WriteMode.HOST_AND_COPIES);
    private static final int KILLS = 8;
    private static final int PAGES = 16;

    @TempDir
    Path directory;

    @Test
    void device_whoseProcessIsKilledAroundItsStops_losesNothingAcknowledged() throws Exception {
        Path image = directory.resolve("ssd.img");
        SplittableRandom random = new SplittableRandom(1);
        long acknowledged = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            acknowledged = Math.max(acknowledged, runAndKill(image, random.nextInt(5, 40)));
            try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
                assertThat(device.mountReport().corruptPages()).isZero();
                for (long page = 0; page < PAGES; page++) {
                    assertThat(TestPages.readVersion(device, page))
                            .as("kill %d page %d", kill, page)
                            .isBetween(acknowledged, acknowledged + 1);
                }
            }
            assertThat(Files.exists(directory.resolve("ssd.img.checkpoint")))
                    .as("a clean stop leaves a checkpoint")
                    .isTrue();
        }
    }

    /** Returns the last version that the process has synced and reported. */
    private static long runAndKill(Path image, int stops) throws IOException, InterruptedException {
        Process stopper = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stopper.class.getName(),
                        image.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = stopper.inputReader()) {
            String last = said.readLine();
            for (int i = 0; i < stops; i++) {
                last = said.readLine();
            }
            stopper.toHandle().destroyForcibly();
            // Output from before it died counts too; the last line may be cut short.
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                last = line.endsWith(";") ? line : last;
            }
            assertThat(stopper.waitFor(2, TimeUnit.MINUTES)).isTrue();
            String line = String.valueOf(last);
            return Long.parseLong(line.substring(0, line.length() - 1));
        }
    }

    /** Endlessly opens, writes every page with the next version, syncs, reports, closes. */
    static final class Stopper {
        private Stopper() {}

        public static void main(String[] args) {
            while (true) {
                try (FlashDevice device = FlashDevices.open(Path.of(args[0]), CONFIG)) {
                    long version = device.isMapped(0) ? TestPages.readVersion(device, 0) + 1 : 1;
                    for (long page = 0; page < PAGES; page++) {
                        TestPages.write(device, page, version);
                    }
                    device.sync();
                    System.out.println(version + ";");
                }
            }
        }
    }
}
