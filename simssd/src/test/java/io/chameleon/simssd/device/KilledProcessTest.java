package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.testing.TestPages;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that writes and acknowledges is killed during writes, repeatedly; nothing acknowledged is lost. */
class KilledProcessTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(128, 0.15, WriteMode.HOST_AND_COPIES);
    private static final int LIVES = 4;
    private static final int ACKNOWLEDGEMENTS = 60;
    private static final int WRITES_AT_ONCE = 10;
    private static final int WRITES_PER_SYNC = 40;

    @TempDir
    Path directory;

    @Test
    void writer_killedInMidWrite_losesNothingItAcknowledged() throws Exception {
        Path image = directory.resolve("ssd.img");
        int pages = (int) CONFIG.geometry().logicalPages();
        long[] acknowledged = new long[pages];
        for (int life = 0; life < LIVES; life++) {
            String lastLine = runAndKill(image, life);
            replay(life, lastLine, acknowledged);
            try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
                assertThat(device.mountReport().corruptPages()).isZero();
                FlashDeviceModelTest.assertNoCountLower(eraseCounts(lastLine), device.eraseCounts());
                for (int page = 0; page < pages; page++) {
                    checkPage(device, page, life, acknowledged);
                }
            }
        }
    }

    /** The acknowledged version, or one that the writer sent after it. */
    private static void checkPage(FlashDevice device, int page, int life, long[] acknowledged) {
        if (acknowledged[page] > 0 || device.isMapped(page)) {
            long found = TestPages.readVersion(device, page);
            assertThat(found)
                    .as("seed %d page %d", life, page)
                    .isBetween(Math.max(1, acknowledged[page]), (life + 1) * Workload.VERSIONS_PER_LIFE);
            acknowledged[page] = found;
        }
    }

    /** Reads acknowledgements until there are enough, then kills the writer at any point. */
    private static String runAndKill(Path image, int life) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        image.toString(),
                        Integer.toString(life))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader acknowledgements = writer.inputReader()) {
            String last = null;
            for (int i = 0; i < ACKNOWLEDGEMENTS; i++) {
                last = acknowledgements.readLine();
                assertThat(last).as("the writer lives").isNotNull();
            }
            writer.toHandle().destroyForcibly(); // unlike Process.destroyForcibly, leaves its output readable
            // Output from before it died counts too; the last line may be cut short.
            for (String line = acknowledgements.readLine(); line != null; line = acknowledgements.readLine()) {
                last = line.endsWith(";") ? line : last;
            }
            assertThat(writer.waitFor(2, TimeUnit.MINUTES)).isTrue();
            return String.valueOf(last);
        } finally {
            writer.destroyForcibly();
        }
    }

    private static void replay(int life, String lastLine, long[] acknowledged) {
        long acknowledgedWrites = Long.parseLong(lastLine.substring(0, lastLine.indexOf(' ')));
        Workload workload = new Workload(life);
        for (long write = 0; write < acknowledgedWrites; write++) {
            int page = workload.nextPage();
            acknowledged[page] = workload.version;
        }
    }

    private static int[] eraseCounts(String line) {
        String list = line.substring(line.indexOf('[') + 1, line.indexOf(']'));
        return Arrays.stream(list.split(", ")).mapToInt(Integer::parseInt).toArray();
    }

    /** The same writes on both sides of the crash. */
    private static final class Workload {
        static final long VERSIONS_PER_LIFE = 1_000_000;

        private final SplittableRandom random;
        private long version;

        Workload(int life) {
            random = new SplittableRandom(life);
            version = life * VERSIONS_PER_LIFE;
        }

        int nextPage() {
            version++;
            return random.nextInt((int) CONFIG.geometry().logicalPages());
        }
    }

    /** The child process. Each line is an acknowledgement: durable writes, erase counts of all blocks, a full stop. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) {
            Workload workload = new Workload(Integer.parseInt(args[1]));
            FlashDevice device = FlashDevices.open(Path.of(args[0]), CONFIG);
            LinkedHashMap<Integer, Long> versions = new LinkedHashMap<>();
            for (long write = 1; write < Workload.VERSIONS_PER_LIFE; write++) {
                versions.put(workload.nextPage(), workload.version);
                if (write % WRITES_AT_ONCE == 0) {
                    TestPages.writeAll(device, versions);
                    versions.clear();
                }
                if (write % WRITES_PER_SYNC == 0) {
                    device.sync();
                    System.out.println(write + " " + Arrays.toString(device.eraseCounts()) + ";");
                }
            }
        }
    }
}
