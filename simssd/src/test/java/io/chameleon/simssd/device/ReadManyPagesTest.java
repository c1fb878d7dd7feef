package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.ForwardingNandArray;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.nand.MemoryNandArray;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A read of many pages at once returns what single reads return. Blocks have 8 pages where nothing else is said. */
class ReadManyPagesTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);
    private static final ImageLayout LAYOUT = new ImageLayout(CONFIG.geometry());
    private static final int PAGE = CONFIG.geometry().pageBytes();

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"true, 8", "false, 8", "true, 12", "true, 1"})
    void runsScatteredOverBlocks_comeInTheOrderAskedFor(boolean nativeMemory, int pagesPerBlock) {
        SplittableRandom random = new SplittableRandom(11);
        FlashConfig config = TestPages.smallConfig(pagesPerBlock, 512 / pagesPerBlock, 0.3, WriteMode.SINGLE);
        try (FlashDevice device = FlashDevices.open(directory.resolve("ssd.img"), config)) {
            int pages = 100;
            IntStream.range(0, pages).forEach(page -> TestPages.write(device, page, 1));
            // Overwritten here and there, so that runs have any length; collection moves some.
            for (int i = 0; i < 2_000; i++) {
                TestPages.write(device, random.nextInt(pages) / 7 * 7L, i);
            }
            for (int round = 0; round < 200; round++) {
                int count = random.nextInt(1, 40);
                int first = random.nextInt(pages - count);
                int from = random.nextInt(3);
                int[] asked = IntStream.range(-from, count)
                        .map(i -> random.nextInt(10) == 0 ? random.nextInt(pages) : Math.max(0, first + i))
                        .toArray();

                byte[] read = read(device, asked, from, count, nativeMemory);

                for (int i = 0; i < count; i++) {
                    byte[] one = new byte[PAGE];
                    device.read(asked[from + i], MemorySegment.ofArray(one));
                    assertThat(MemorySegment.ofArray(read)
                                    .asSlice((long) i * PAGE, PAGE)
                                    .mismatch(MemorySegment.ofArray(one)))
                            .as("page %d of %s, round %d", i, asked, round)
                            .isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void pagesLocatedInTheFile_areWhatIsRead_inAsFewRangesAsTheyLieIn() throws IOException {
        SplittableRandom random = new SplittableRandom(12);
        try (FlashDevice device = FlashDevices.open(directory.resolve("ssd.img"), CONFIG)) {
            int pages = 100;
            IntStream.range(0, pages).forEach(page -> TestPages.write(device, page, 1));
            int[] fresh = IntStream.range(0, 16).toArray();
            assertThat(device.locate(fresh, 16 * PAGE))
                    .as("blocks side by side")
                    .hasSize(1);
            for (int i = 0; i < 2_000; i++) {
                TestPages.write(device, random.nextInt(pages) / 7 * 7L, i);
            }
            long before = device.smart().hostReadCommands();
            for (int round = 0; round < 100; round++) {
                int[] asked = random.ints(random.nextInt(1, 40), 0, pages).toArray();
                int bytes = (asked.length - 1) * PAGE + random.nextInt(1, PAGE + 1);

                byte[] located = bytes(device.locate(asked, bytes));

                assertThat(located)
                        .hasSize(bytes)
                        .isEqualTo(Arrays.copyOf(read(device, asked, 0, asked.length, true), bytes));
                before += 2L * asked.length;
            }
            assertThat(device.smart().hostReadCommands())
                    .as("each page located is a read")
                    .isEqualTo(before);
            device.trim(3);
            assertThatThrownBy(() -> device.locate(new int[] {2, 3}, 2 * PAGE))
                    .isInstanceOf(UnmappedPageException.class);
            assertThatThrownBy(() -> device.locate(new int[] {2}, PAGE + 1))
                    .hasMessage("bytes to locate: '" + (PAGE + 1) + "' given, expected those of 1 pages");
        }
    }

    /** Reads of such devices have effects, or their pages lie elsewhere. */
    @Test
    void devicesWithoutAFile_orWithFaults_locateNothing() {
        FaultModel faults = FaultModel.NONE.withMaxErases(3);
        try (FlashDevice inMemory = FlashDevices.inMemory(CONFIG);
                FlashDevice faulty =
                        FlashDevices.builder(CONFIG).faults(faults).open(directory.resolve("faulty.img"))) {
            TestPages.write(inMemory, 0, 1);
            TestPages.write(faulty, 0, 1);
            assertThat(inMemory.locate(new int[] {0}, PAGE)).isEmpty();
            assertThat(faulty.locate(new int[] {0}, PAGE)).isEmpty();
        }
    }

    private static byte[] bytes(List<FileRange> ranges) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (FileRange range : ranges) {
            ByteBuffer bytes = ByteBuffer.allocate(range.length());
            while (bytes.hasRemaining()) {
                assertThat(range.file().read(bytes, range.position() + bytes.position()))
                        .isPositive();
            }
            all.write(bytes.array());
        }
        return all.toByteArray();
    }

    @Test
    void pagesSideBySide_costOneAccessForEachBlock() {
        CountingNandArray nand = new CountingNandArray();
        try (FlashDevice device = new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard())) {
            int[] pages = IntStream.range(0, 16).toArray();
            IntStream.of(pages).forEach(page -> TestPages.write(device, page, 3));
            long before = device.smart().hostReadCommands();
            nand.accesses = 0;

            byte[] unused = read(device, pages, 0, 16, true);

            assertThat(nand.accesses).isEqualTo(2);
            assertThat(device.smart().hostReadCommands() - before)
                    .as("each page is a read of the host")
                    .isEqualTo(16);
        }
    }

    @Test
    void corruptPageAmongOthers_isNamed() {
        Path image = directory.resolve("ssd.img");
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            IntStream.range(0, 6).forEach(page -> TestPages.write(device, page, 1));
        }
        TestImages.flipByte(image, LAYOUT.data(0, 4) + 100);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            int[] pages = IntStream.range(0, 6).toArray();

            assertThatThrownBy(() -> read(device, pages, 0, 6, true))
                    .isInstanceOf(CorruptPageException.class)
                    .hasMessage("logical page 4 is corrupt: stored checksum does not match");
            assertThat(device.smart().mediaErrors()).isOne();
            assertThat(read(device, pages, 0, 4, true)).startsWith(TestPages.content(0, 1, PAGE));
        }
    }

    @Test
    void badRequests_areNamed() {
        try (FlashDevice device = FlashDevices.inMemory(CONFIG)) {
            TestPages.write(device, 0, 1);
            MemorySegment tooShort = MemorySegment.ofArray(new byte[PAGE]);

            assertThatThrownBy(() -> read(device, new int[] {0, 1}, 0, 2, true))
                    .isInstanceOf(UnmappedPageException.class);
            assertThatThrownBy(() -> read(device, new int[] {0, -1}, 0, 2, true))
                    .hasMessageStartingWith("logical page: -1 given");
            assertThatThrownBy(() -> device.read(new int[] {0, 0}, 0, 2, tooShort))
                    .hasMessage("bytes to read: '512' given, expected exactly 2 pages");
        }
    }

    private static byte[] read(FlashDevice device, int[] pages, int from, int count, boolean nativeMemory) {
        try (Arena arena = Arena.ofShared()) {
            long bytes = (long) count * PAGE;
            MemorySegment into =
                    nativeMemory ? arena.allocate(bytes) : MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
            device.read(pages, from, count, into);
            return into.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private static final class CountingNandArray extends ForwardingNandArray {
        private int accesses;

        CountingNandArray() {
            super(new MemoryNandArray(CONFIG.geometry()));
        }

        @Override
        public void read(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
            accesses++;
            nand.read(block, firstPage, count, data, oobs);
        }

        @Override
        public void read(int block, int page, MemorySegment data, MemorySegment oob) {
            accesses++;
            super.read(block, page, data, oob);
        }
    }
}
