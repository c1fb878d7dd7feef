package io.chameleon.simssd.envm;

import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FormatVersion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an ENVM image. Little-endian; CRC is CRC-32C.
 * <pre>
 * at                  what
 * 0                   header, 4,096 bytes, changed by an upgrade alone
 * 4,096               two mark slots of 512 bytes, written in turn
 * 8,192               a label of {@value #LABEL_BYTES} bytes for each location
 * next multiple       the locations, a page each
 *   of 4,096
 *
 * header
 * off  len  field
 *   0    8  magic          "CHAMENV" and a zero
 *   8    4  formatVersion  see CellsFormat; the first has no device id, and its crc of bytes [0, 24) at 24
 *  12    4  pageBytes
 *  16    4  cells
 *  20    4  locations      more than cells: what a cell held stays until what it holds now is durable
 *  24   16  deviceId       of the flash device whose pages these are; a UUID in the byte order of RFC 9562
 *  40    4  crc            of bytes [0, 40)
 *
 * mark: every label with a sequence up to this one is durable, with its data
 *   0    8  sequence
 *   8    4  crc            of bytes [0, 8)
 *
 * label of a location: all zero if it was never used or has been dropped
 *   0    4  crc            of bytes [4, 72)
 *   4    4  dataCrc        of the page; 0 if the cell was left empty
 *   8    2  formatVersion  see LabelFormat
 *  10    2  flags          bit 0: the cell was left empty; bit 1: a copy of what flash holds, void after a restart
 *  12    4  cell
 *  16    8  page
 *  24    8  sequence       rises with every label written; the highest of a cell counts
 *  32   40  spare          the page's owner bytes
 *  72   56  zero
 * </pre>
 */
final class CellFormat {
    static final int HEADER_BYTES = 4_096;
    static final int LABELS_OFFSET = 8_192;
    static final int LABEL_BYTES = 128;
    static final int MARK_BYTES = 12;
    static final int FLAG_EMPTY = 1;
    static final int FLAG_COPY = 2;

    private static final int MARK_SPACING = 512;
    private static final byte[] MAGIC = "CHAMENV\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_CHECKED = CellsFormat.CURRENT.checkedBytes();
    private static final int LABEL_CHECKED = 72;
    private static final int SPARE_OFFSET = 32;

    private CellFormat() {}

    /**
     * The header of an image.
     *
     * @param device null in an image of version 1
     */
    record Header(
            int pageBytes,
            int cells,
            int locations,
            @Nullable UUID device) {
        Header of(UUID owner) {
            return new Header(pageBytes, cells, locations, owner);
        }

        byte[] encode() {
            UUID owner = Objects.requireNonNull(device, "an image of today is some device's");
            byte[] bytes = new byte[HEADER_BYTES];
            ByteBuffer buffer = view(bytes);
            buffer.put(MAGIC)
                    .putInt(CellsFormat.CURRENT.number())
                    .putInt(pageBytes)
                    .putInt(cells)
                    .putInt(locations);
            buffer.order(ByteOrder.BIG_ENDIAN);
            buffer.putLong(owner.getMostSignificantBits()).putLong(owner.getLeastSignificantBits());
            buffer.order(ByteOrder.LITTLE_ENDIAN).putInt(crc(bytes, 0, HEADER_CHECKED));
            return bytes;
        }

        /**
         * Throws {@link IllegalArgumentException} with the reason, and
         * {@link io.chameleon.simssd.ImageFormatException}.
         *
         * @param name of the file
         */
        static Header decode(byte[] bytes, String name) {
            ByteBuffer buffer = view(bytes);
            byte[] magic = new byte[MAGIC.length];
            buffer.get(magic);
            require(Arrays.equals(magic, MAGIC), "not an ENVM image (no CHAMENV magic at its start)");
            int version = buffer.getInt();
            Header header = new Header(buffer.getInt(), buffer.getInt(), buffer.getInt(), null);
            int checked = version == CellsFormat.INITIAL.number() ? CellsFormat.INITIAL.checkedBytes() : HEADER_CHECKED;
            require(buffer.getInt(checked) == crc(bytes, 0, checked), "header is damaged (checksum does not match)");
            CellsFormat format = FormatVersion.of(version, name + ": ENVM image format", CellsFormat.values());
            return format == CellsFormat.INITIAL ? header : header.of(device(buffer));
        }

        private static UUID device(ByteBuffer buffer) {
            buffer.order(ByteOrder.BIG_ENDIAN);
            return new UUID(buffer.getLong(), buffer.getLong());
        }

        long labelAt(int location) {
            return LABELS_OFFSET + (long) location * LABEL_BYTES;
        }

        long dataAt(int location) {
            long labelsEnd = labelAt(locations);
            return (labelsEnd + HEADER_BYTES - 1) / HEADER_BYTES * HEADER_BYTES + (long) location * pageBytes;
        }

        long fileBytes() {
            return dataAt(locations);
        }
    }

    static long markAt(int slot) {
        return HEADER_BYTES + (long) slot * MARK_SPACING;
    }

    static byte[] mark(long sequence) {
        byte[] bytes = new byte[MARK_BYTES];
        view(bytes).putLong(sequence).putInt(crc(bytes, 0, Long.BYTES));
        return bytes;
    }

    /** The sequence of a mark, 0 if it is damaged or missing. */
    static long markedSequence(byte[] bytes) {
        ByteBuffer buffer = view(bytes);
        long sequence = buffer.getLong();
        return buffer.getInt() == crc(bytes, 0, Long.BYTES) ? sequence : 0;
    }

    /** The content of a label. */
    record Label(int dataCrc, int flags, int cell, long page, long sequence) {
        boolean isEmpty() {
            return (flags & FLAG_EMPTY) != 0;
        }

        boolean isCopy() {
            return (flags & FLAG_COPY) != 0;
        }

        byte[] encode(byte @Nullable [] spare) {
            byte[] bytes = new byte[LABEL_BYTES];
            ByteBuffer buffer = view(bytes);
            buffer.position(Integer.BYTES)
                    .putInt(dataCrc)
                    .putShort((short) LabelFormat.CURRENT.number())
                    .putShort((short) flags);
            buffer.putInt(cell).putLong(page).putLong(sequence);
            if (spare != null) {
                buffer.put(spare, 0, FlashDevice.SPARE_BYTES);
            }
            buffer.putInt(0, crc(bytes, Integer.BYTES, LABEL_CHECKED - Integer.BYTES));
            return bytes;
        }

        /**
         * The label at {@code at}, or null if it is damaged or missing. Throws
         * {@link io.chameleon.simssd.ImageFormatException}.
         */
        static @Nullable Label decode(byte[] bytes, int at) {
            ByteBuffer buffer = view(bytes).position(at);
            int crc = buffer.getInt();
            int dataCrc = buffer.getInt();
            int version = Short.toUnsignedInt(buffer.getShort());
            int flags = buffer.getShort();
            boolean intact = crc == crc(bytes, at + Integer.BYTES, LABEL_CHECKED - Integer.BYTES);
            if (intact) {
                LabelFormat.require(version);
            }
            return intact ? new Label(dataCrc, flags, buffer.getInt(), buffer.getLong(), buffer.getLong()) : null;
        }
    }

    static void copySpare(byte[] label, byte[] into) {
        System.arraycopy(label, SPARE_OFFSET, into, 0, FlashDevice.SPARE_BYTES);
    }

    static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private static ByteBuffer view(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }
}
