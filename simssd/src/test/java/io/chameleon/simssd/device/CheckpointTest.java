package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.PowerCutNandArray;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A clean stop leaves a checkpoint. It is valid only for the next mount, and any doubt about it leads to the scan. */
class CheckpointTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(80, 0.3, WriteMode.HOST_AND_COPIES);
    private static final int PAGES = (int) CONFIG.geometry().logicalPages();
    private static final byte[] OWNER = "what the owner knows ".repeat(100_000).getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    private Path image() {
        return directory.resolve("ssd.img");
    }

    private Path checkpoint() {
        return directory.resolve("ssd.img.checkpoint");
    }

    @ParameterizedTest(name = "{1} blocks of {0} pages")
    @CsvSource({"8, 80, 0.3", "1, 80, 0.3", "48, 80, 0.3", "1152, 20, 0.6"})
    void cleanStop_isMountedWithoutAScan_toTheSameState(int pagesPerBlock, int blocks, double overProvisioning)
            throws IOException {
        FlashConfig config = TestPages.smallConfig(pagesPerBlock, blocks, overProvisioning, WriteMode.HOST_AND_COPIES);
        long[] versions = new long[(int) config.geometry().logicalPages()];
        SplittableRandom random = new SplittableRandom(1);
        for (int life = 0; life < 6; life++) {
            TreeSet<String> phases = new TreeSet<>();
            try (SimulatedFlashDevice device = FlashDevices.builder(config)
                    .progress((phase, done, total) -> phases.add(phase))
                    .open(image())) {
                assertThat(phases).doesNotContain("scan");
                assertThat(checkpoint()).as("gone once the device is open").doesNotExist();
                assertVersions(device, versions);
                use(device, random, versions, 2_000);
            }
        }
        TestImages.forgetCheckpoint(image());
        try (FlashDevice device = FlashDevices.open(image(), config)) {
            assertThat(device.mountReport().corruptPages()).isZero();
            assertThat(device.mountReport().tornPages()).isZero();
            assertVersions(device, versions);
        }
    }

    @Test
    void ownersState_isHandedBackOnce_andNotAfterAnUncleanStop() throws IOException {
        FlashDevices.open(image(), CONFIG).close(out -> out.write(OWNER));
        FlashDevice device = FlashDevices.open(image(), CONFIG);
        try (InputStream left = device.takeOwnerState()) {
            assertThat(left).isNotNull().hasBinaryContent(OWNER);
        }
        assertThat(device.takeOwnerState()).isNull();
        TestPages.write(device, 3, 9);
        device.sync();
        byte[] killed = Files.readAllBytes(image());
        device.close();
        Files.delete(checkpoint());
        Files.write(image(), killed);
        try (FlashDevice next = FlashDevices.open(image(), CONFIG)) {
            assertThat(next.takeOwnerState()).isNull();
            assertThat(TestPages.readVersion(next, 3)).isEqualTo(9);
        }
    }

    /** Restored by hand, or from a backup: the device was used meanwhile. */
    @Test
    void checkpointOfAnEarlierStop_isNotBelieved() throws IOException {
        try (FlashDevice device = FlashDevices.open(image(), CONFIG)) {
            TestPages.write(device, 3, 1);
        }
        byte[] earlier = Files.readAllBytes(checkpoint());
        try (FlashDevice device = FlashDevices.open(image(), CONFIG)) {
            TestPages.write(device, 3, 2);
            TestPages.write(device, 4, 2);
        }
        Files.write(checkpoint(), earlier);
        try (FlashDevice device = FlashDevices.open(image(), CONFIG)) {
            assertThat(TestPages.readVersion(device, 3)).isEqualTo(2);
            assertThat(TestPages.readVersion(device, 4)).isEqualTo(2);
        }
    }

    @Test
    void checkpointOfAnotherDevice_isNotBelieved() throws IOException {
        Path other = directory.resolve("other.img");
        for (Path each : new Path[] {image(), other}) {
            try (FlashDevice device = FlashDevices.open(each, CONFIG)) {
                TestPages.write(device, each.equals(other) ? 3 : 4, 1);
            }
        }
        Files.copy(directory.resolve("other.img.checkpoint"), checkpoint(), StandardCopyOption.REPLACE_EXISTING);
        try (FlashDevice device = FlashDevices.open(image(), CONFIG)) {
            assertThat(device.isMapped(3)).isFalse();
            assertThat(TestPages.readVersion(device, 4)).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void checkpoint_damagedOrCutShort_isNotBelieved(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        long[] versions = new long[PAGES];
        FlashDevice first = FlashDevices.open(image(), CONFIG);
        use(first, random, versions, 500);
        first.close(out -> out.write(OWNER));
        byte[] bytes = Files.readAllBytes(checkpoint());
        int at = random.nextInt(bytes.length);
        if (seed % 2 == 0) {
            bytes[at] ^= (byte) (1 << random.nextInt(8));
        } else {
            bytes = Arrays.copyOf(bytes, at);
        }
        Files.write(checkpoint(), bytes);
        try (FlashDevice device = FlashDevices.open(image(), CONFIG)) {
            assertVersions(device, versions);
            assertThat(ownerStateOf(device)).as("seed %d", seed).isNull();
        }
    }

    /** Null if there is none, or it is damaged. */
    private static byte @Nullable [] ownerStateOf(FlashDevice device) {
        try (InputStream left = device.takeOwnerState()) {
            return left == null ? null : left.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    /** The power fails during the close, the checkpoint that it writes, or the mount that voids it. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void powerCutAroundCloseAndMount_losesNothingSynced_andTheOwnersStateFitsThePages(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PowerCutNandArray nand = new PowerCutNandArray(CONFIG.geometry());
        long[] synced = new long[PAGES];
        int fromCheckpoint = 0;
        for (int life = 0; life < 40; life++) {
            try {
                SimulatedFlashDevice device = new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard());
                fromCheckpoint += checkedAgainst(synced, device);
                use(device, random, synced, 60);
                device.sync();
                nand.cutAfter(random.nextInt(life % 2 == 0 ? 40 : 400));
                device.close(out -> out.write(describe(synced)));
                // The stop was clean, and the next mount first voids the checkpoint it left.
                fromCheckpoint +=
                        checkedAgainst(synced, new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard()));
                nand.cutAfter(0);
                nand.force();
            } catch (PowerLossException _) {
                nand = nand.afterCut(random);
            }
        }
        assertThat(fromCheckpoint).as("seed %d: mounts from a checkpoint", seed).isPositive();
    }

    /** Returns 1 if the device was mounted from a checkpoint, else 0. */
    private static int checkedAgainst(long[] synced, FlashDevice device) {
        byte[] owner = ownerStateOf(device);
        assertVersions(device, synced);
        if (owner != null) {
            assertThat(owner).isEqualTo(describe(synced));
        }
        return owner == null ? 0 : 1;
    }

    private static byte[] describe(long[] versions) {
        return Arrays.toString(versions).getBytes(StandardCharsets.US_ASCII);
    }

    private static void use(FlashDevice device, SplittableRandom random, long[] versions, int operations) {
        for (int i = 0; i < operations; i++) {
            int page = random.nextInt(versions.length * 9 / 10);
            if (random.nextInt(10) == 0) {
                device.trim(page);
                versions[page] = 0;
            } else {
                versions[page] = Math.abs(random.nextLong() >>> 20) + 1;
                TestPages.write(device, page, versions[page]);
            }
        }
    }

    private static void assertVersions(FlashDevice device, long[] versions) {
        for (int page = 0; page < versions.length; page++) {
            long found = device.isMapped(page) ? TestPages.readVersion(device, page) : 0;
            if (found != versions[page]) {
                fail("page %d is version %d, expected %d", page, found, versions[page]);
            }
        }
    }
}
