package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.FileNandArray;
import io.chameleon.simssd.nand.ForwardingNandArray;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes of an image file are read while other operations go on. */
class ParallelReadsTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(32, 0.3, WriteMode.SINGLE);
    private static final int PAGES = Math.toIntExact(CONFIG.geometry().logicalPages());

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Reads wait here, if there is a gate, before they touch the file. */
    private static final class GatedReads extends ForwardingNandArray {
        private volatile CountDownLatch arrived = new CountDownLatch(0);
        private volatile CountDownLatch gate = new CountDownLatch(0);

        GatedReads(Path image) {
            super(FileNandArray.open(image, CONFIG.geometry(), new SplittableRandom(1)));
        }

        /** For the next {@code reads} reads. */
        void shut(int reads) {
            arrived = new CountDownLatch(reads);
            gate = new CountDownLatch(1);
        }

        void open() {
            gate.countDown();
        }

        @Override
        public boolean isLocatable() {
            return true;
        }

        @Override
        public void read(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
            if (arrived.getCount() > 0) {
                CountDownLatch own = gate;
                arrived.countDown();
                await(own);
            }
            nand.read(block, firstPage, count, data, oobs);
        }
    }

    private GatedReads nand;
    private FlashDevice device;

    @BeforeEach
    void open() {
        nand = new GatedReads(directory.resolve("ssd.img"));
        device = new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard());
        for (int page = 0; page < PAGES; page++) {
            TestPages.write(device, page, 1);
        }
        device.sync();
    }

    @AfterEach
    void close() {
        nand.open();
        threads.shutdownNow();
        device.close();
    }

    @Test
    void readsOfADevice_areUnderWayTogether_andHoldUpNothing() throws Exception {
        nand.shut(2);
        Future<Long> one = whileItFetches(() -> TestPages.readVersion(device, 3));
        Future<Long> other = threads.submit(() -> TestPages.readVersion(device, 3));
        await(nand.arrived);

        TestPages.write(device, 4, 2);
        device.sync();
        device.trim(5);
        assertThat(TestPages.readVersion(device, 4)).isEqualTo(2);
        assertThat(one).isNotDone();
        nand.open();
        assertThat(one.get()).isEqualTo(1);
        assertThat(other.get()).isEqualTo(1);
    }

    @Test
    void pageWhoseBlockIsErasedMeanwhile_isReadWhereItIsThen() throws Exception {
        nand.shut(1);
        Future<Long> read = whileItFetches(() -> TestPages.readVersion(device, 3));
        overwriteAll();
        nand.open();
        assertThat(read.get()).isEqualTo(9);
    }

    @Test
    void pageTrimmedMeanwhile_isItsLastContent_orUnmappedOnceItsBlockIsErased() throws Exception {
        nand.shut(1);
        Future<Long> read = whileItFetches(() -> TestPages.readVersion(device, 3));
        device.trim(3);
        nand.open();
        assertThat(read.get()).isEqualTo(1);

        nand.shut(1);
        Future<Long> late = whileItFetches(() -> TestPages.readVersion(device, 4));
        overwriteAll();
        device.trim(4);
        nand.open();
        assertThatThrownBy(late::get).hasCauseInstanceOf(UnmappedPageException.class);
        assertThat(device.smart().mediaErrors()).isZero();
    }

    @Test
    void deviceClosedMeanwhile_saysSo() throws Exception {
        nand.shut(1);
        Future<Long> read = whileItFetches(() -> TestPages.readVersion(device, 3));
        device.close();
        nand.open();
        assertThatThrownBy(read::get).hasRootCauseMessage("flash device is closed");
    }

    /** Every read is a whole version of its page, none older than what was written when the read began. */
    @Test
    void readers_besideAWriterAndItsCollection_seeNoTornAndNoOlderPage() throws Exception {
        long seed = new SplittableRandom().nextLong();
        AtomicLongArray written = new AtomicLongArray(PAGES);
        AtomicBoolean over = new AtomicBoolean();
        List<Future<Long>> readers = new ArrayList<>();
        for (int reader = 0; reader < 3; reader++) {
            SplittableRandom random = new SplittableRandom(seed + reader);
            readers.add(threads.submit(() -> {
                long reads = 0;
                while (!over.get() || reads == 0) {
                    int page = random.nextInt(PAGES);
                    long before = written.get(page);
                    assertThat(TestPages.readVersion(device, page))
                            .as("page %d, seed %d", page, seed)
                            .isGreaterThanOrEqualTo(before);
                    reads++;
                }
                return reads;
            }));
        }
        SplittableRandom random = new SplittableRandom(seed);
        try {
            for (int version = 2; version < 6_000; version++) {
                int page = random.nextInt(PAGES / 2);
                TestPages.write(device, page, version);
                written.set(page, version);
            }
        } finally {
            over.set(true);
        }
        for (Future<Long> reader : readers) {
            assertThat(reader.get()).isPositive();
        }
        assertThat(device.statistics().totalErases()).isGreaterThan(100);
    }

    @Test
    void corruptPage_isCountedOnce() {
        FlashDevice corrupt = new SimulatedFlashDevice(
                CONFIG,
                new ForwardingNandArray(FileNandArray.open(
                        directory.resolve("corrupt.img"), CONFIG.geometry(), new SplittableRandom(1))) {
                    @Override
                    public boolean isLocatable() {
                        return true;
                    }

                    @Override
                    public void read(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
                        nand.read(block, firstPage, count, data, oobs);
                        data.set(ValueLayout.JAVA_BYTE, 9, (byte) 77);
                    }
                },
                DeviceOptions.standard());
        TestPages.write(corrupt, 0, 1);
        assertThatThrownBy(() -> corrupt.read(0, MemorySegment.ofArray(new byte[10])))
                .isInstanceOf(CorruptPageException.class);
        assertThat(corrupt.smart().mediaErrors()).isOne();
        assertThat(corrupt.smart().hostReadCommands()).isOne();
        corrupt.close();
    }

    private Future<Long> whileItFetches(Callable<Long> read) {
        CountDownLatch before = nand.arrived;
        long expected = before.getCount() - 1;
        Future<Long> started = threads.submit(read);
        while (before.getCount() > expected) {
            Thread.onSpinWait();
        }
        return started;
    }

    /** Often enough that every block has been erased. */
    private void overwriteAll() {
        for (int version = 2; version < 10; version++) {
            for (int page = 0; page < PAGES; page++) {
                TestPages.write(device, page, version);
            }
            device.sync();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
