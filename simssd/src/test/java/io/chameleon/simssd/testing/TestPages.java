package io.chameleon.simssd.testing;

import static org.assertj.core.api.Assertions.fail;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.WriteMode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SequencedMap;
import java.util.SplittableRandom;

/**
 * Page contents that identify their write: recomputable from (logical page, version), so a mixture is always detected.
 */
public final class TestPages {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private TestPages() {}

    /** @param bytes a multiple of 8 */
    public static byte[] content(long logicalPage, long version, int bytes) {
        byte[] content = new byte[bytes];
        SplittableRandom random = new SplittableRandom(logicalPage * 1_000_003 + version);
        // As nextBytes, which takes each long apart into bytes: tests make millions of pages.
        for (int at = 0; at < bytes; at += Long.BYTES) {
            LONG.set(content, at, random.nextLong());
        }
        LONG.set(content, 0, version);
        return content;
    }

    public static MemorySegment spare(long logicalPage, long version) {
        MemorySegment spare = MemorySegment.ofArray(new byte[FlashDevice.SPARE_BYTES]);
        spare.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, logicalPage);
        spare.set(ValueLayout.JAVA_LONG_UNALIGNED, 32, version);
        return spare;
    }

    public static void write(FlashDevice device, long logicalPage, long version) {
        byte[] content = content(logicalPage, version, device.geometry().pageBytes());
        device.write(logicalPage, MemorySegment.ofArray(content), spare(logicalPage, version), hint(version));
    }

    /** As {@link #write} of each, at once, from native memory; the hint is the first version's. */
    public static void writeAll(FlashDevice device, SequencedMap<Integer, Long> versions) {
        int pageBytes = device.geometry().pageBytes();
        int count = versions.size();
        int[] pages = versions.keySet().stream().mapToInt(Integer::intValue).toArray();
        long[] numbers = versions.values().stream().mapToLong(Long::longValue).toArray();
        MemorySegment data = Arena.ofAuto().allocate((long) count * pageBytes);
        MemorySegment spares = MemorySegment.ofArray(new byte[count * FlashDevice.SPARE_BYTES]);
        for (int i = 0; i < count; i++) {
            byte[] content = content(pages[i], numbers[i], pageBytes);
            data.asSlice((long) i * pageBytes).copyFrom(MemorySegment.ofArray(content));
            spares.asSlice((long) i * FlashDevice.SPARE_BYTES).copyFrom(spare(pages[i], numbers[i]));
        }
        device.write(pages, 0, count, data, spares, hint(numbers[0]), data.byteSize());
    }

    private static WriteHint hint(long version) {
        return (version & 1) == 0 ? WriteHint.COLD : WriteHint.HOT;
    }

    /** Reads the page, checks every byte of it, and returns its version. */
    public static long readVersion(FlashDevice device, long logicalPage) {
        byte[] content = new byte[device.geometry().pageBytes()];
        device.read(logicalPage, MemorySegment.ofArray(content));
        return version(logicalPage, content);
    }

    /** Checks every byte of the page's content, and returns its version. */
    public static long version(long logicalPage, byte[] content) {
        long version = (long) LONG.get(content, 0);
        if (!Arrays.equals(content, content(logicalPage, version, content.length))) {
            fail("page %d is not version %d, whole", logicalPage, version);
        }
        return version;
    }

    /** A small device: 512-byte pages, 8 per block, so that collection is frequent. */
    public static FlashConfig smallConfig(int blocks, double overProvisioning, WriteMode mode) {
        return smallConfig(8, blocks, overProvisioning, mode);
    }

    /** With 512-byte pages and blocks of another shape. */
    public static FlashConfig smallConfig(int pagesPerBlock, int blocks, double overProvisioning, WriteMode mode) {
        FlashGeometry geometry = new FlashGeometry(512, pagesPerBlock, blocks, overProvisioning);
        return new FlashConfig(geometry, FlashTiming.TABLE_II, mode);
    }
}
