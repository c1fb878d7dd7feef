package io.chameleon.benchmarks;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads of one device with an image file, by as many threads as JMH is given ({@code -t}): whether they go on beside
 * each other.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 3)
public class ReadBenchmark {
    private static final FlashGeometry GEOMETRY = FlashGeometry.ofCapacity(256L << 20);

    /** Pages of a read, which follow each other. */
    @Param({"1", "16"})
    public int pages;

    /** Where the image is; on tmpfs the device is memory. */
    @Param("/dev/shm")
    public String directory = "/dev/shm";

    private Path image = Path.of("");
    private FlashDevice device = FlashDevices.inMemory(FlashConfig.of(new FlashGeometry(512, 8, 64, 0.3)));

    @Setup
    public void open() throws IOException {
        image = Files.createTempDirectory(Path.of(directory), "reads").resolve("ssd.img");
        device = FlashDevices.open(image, FlashConfig.of(GEOMETRY));
        MemorySegment page = Arena.ofAuto().allocate(GEOMETRY.pageBytes());
        for (int number = 0; number < GEOMETRY.logicalPages(); number++) {
            device.write(number, page, MemorySegment.ofArray(new byte[0]), WriteHint.UNKNOWN);
        }
    }

    @TearDown
    public void close() throws IOException {
        device.close();
        Files.delete(image);
        Files.delete(image.getParent());
    }

    /** Of a thread. */
    @State(Scope.Thread)
    public static class Reader {
        private int[] numbers = new int[0];
        private MemorySegment into = MemorySegment.NULL;
        private SplittableRandom random = new SplittableRandom(1);

        @Setup(Level.Trial)
        public void setUp(ReadBenchmark all) {
            numbers = new int[all.pages];
            into = Arena.ofAuto().allocate((long) all.pages * GEOMETRY.pageBytes());
            random = new SplittableRandom(Thread.currentThread().threadId());
        }
    }

    /** A device without bytes: what is left of a read of a page is what it does under the device's lock. */
    @State(Scope.Benchmark)
    public static class WithoutBytes {
        private final FlashDevice device = FlashDevices.timingOnly(FlashConfig.of(GEOMETRY));
        private final MemorySegment nothing = MemorySegment.ofArray(new byte[0]);

        @Setup
        public void fill() {
            for (int number = 0; number < GEOMETRY.logicalPages(); number++) {
                device.write(number, nothing, nothing, WriteHint.UNKNOWN);
            }
        }
    }

    @Benchmark
    public void turn(WithoutBytes all, Reader reader) {
        all.device.read(reader.random.nextInt(Math.toIntExact(GEOMETRY.logicalPages())), all.nothing);
    }

    @Benchmark
    public MemorySegment read(Reader reader) {
        int first = reader.random.nextInt(Math.toIntExact(GEOMETRY.logicalPages()) - pages);
        for (int i = 0; i < pages; i++) {
            reader.numbers[i] = first + i;
        }
        device.read(reader.numbers, 0, pages, reader.into);
        return reader.into;
    }
}
