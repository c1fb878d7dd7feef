package io.chameleon.simssd.nand;

import io.chameleon.simssd.FlashDevice;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The out-of-band area of one flash page: what the page is, and when it was written. Little-endian; CRC is CRC-32C.
 * <pre>
 * off  len  field
 *   0    4  crc            of bytes [4, 64), so of dataCrc too: it vouches for area and data
 *   4    4  dataCrc        of the page's data bytes
 *   8    2  formatVersion  see PageFormat
 *  10    2  flags          bit 0: the content was damaged when garbage collection copied it
 *  12    4  logicalPage
 *  16    8  sequence       rises with every program of this device, from 1; the highest of a logical page wins at mount
 *  24   40  spare          the owner's, opaque here
 * </pre>
 * All bytes 0: erased. All bytes 0xFF: dropped by {@link io.chameleon.simssd.recovery.Mount Mount} (real flash has it
 * the other way round; zeros keep images sparse). The area's own crc lets a mount judge an area without reading the
 * page behind it.
 *
 * <p>A bad crc in a block's last programmed page is a torn program: mounting drops it. Anywhere else the page is
 * corrupt.
 *
 * <p>Methods take an array holding one or more areas and the offset of the one meant.
 */
public final class OobFormat {
    public static final int BYTES = 64;
    public static final int SPARE_BYTES = FlashDevice.SPARE_BYTES;
    public static final byte ERASED = 0;
    public static final byte DISCARDED = (byte) 0xFF;
    public static final int FLAG_DAMAGED = 1;

    private static final int CRC_OFFSET = 0;
    private static final int DATA_CRC_OFFSET = CRC_OFFSET + Integer.BYTES;
    private static final int VERSION_OFFSET = DATA_CRC_OFFSET + Integer.BYTES;
    private static final int FLAGS_OFFSET = VERSION_OFFSET + Short.BYTES;
    private static final int LOGICAL_PAGE_OFFSET = FLAGS_OFFSET + Short.BYTES;
    private static final int SEQUENCE_OFFSET = LOGICAL_PAGE_OFFSET + Integer.BYTES;
    public static final int SPARE_OFFSET = SEQUENCE_OFFSET + Long.BYTES;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private OobFormat() {}

    /** Fills everything but the spare bytes, which must be in place: the crc covers them. */
    static void seal(byte[] areas, int at, int logicalPage, long sequence, int dataCrc, int flags) {
        INT.set(areas, at + DATA_CRC_OFFSET, dataCrc);
        SHORT.set(areas, at + VERSION_OFFSET, (short) PageFormat.CURRENT.number());
        SHORT.set(areas, at + FLAGS_OFFSET, (short) flags);
        INT.set(areas, at + LOGICAL_PAGE_OFFSET, logicalPage);
        LONG.set(areas, at + SEQUENCE_OFFSET, sequence);
        INT.set(areas, at + CRC_OFFSET, areaCrc(areas, at));
    }

    /**
     * Whether the area was sealed and is undamaged.
     *
     * @throws io.chameleon.simssd.ImageFormatException if it is, by another version: who took it for damaged would drop
     *     the page
     */
    public static boolean isIntact(byte[] areas, int at) {
        boolean sound = (int) INT.get(areas, at + CRC_OFFSET) == areaCrc(areas, at);
        if (sound) {
            PageFormat.require((short) SHORT.get(areas, at + VERSION_OFFSET) & 0xFFFF);
        }
        return sound;
    }

    public static boolean isFilledWith(byte value, byte[] areas, int at) {
        long eight = (value & 0xFFL) * 0x0101_0101_0101_0101L;
        for (int i = 0; i < BYTES; i += Long.BYTES) {
            if ((long) LONG.get(areas, at + i) != eight) {
                return false;
            }
        }
        return true;
    }

    static int dataCrc(byte[] areas, int at) {
        return (int) INT.get(areas, at + DATA_CRC_OFFSET);
    }

    public static int flags(byte[] areas, int at) {
        return (short) SHORT.get(areas, at + FLAGS_OFFSET) & 0xFFFF;
    }

    public static int logicalPage(byte[] areas, int at) {
        return (int) INT.get(areas, at + LOGICAL_PAGE_OFFSET);
    }

    public static long sequence(byte[] areas, int at) {
        return (long) LONG.get(areas, at + SEQUENCE_OFFSET);
    }

    static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    static int crc(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.asByteBuffer());
        return (int) crc.getValue();
    }

    private static int areaCrc(byte[] areas, int at) {
        return crc(areas, at + DATA_CRC_OFFSET, BYTES - DATA_CRC_OFFSET);
    }

    private static VarHandle view(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }
}
