package io.chameleon.simssd.nand;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.ImageException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of an image: that it is one, and of which device. Changed only by an upgrade. Little-endian.
 * <pre>
 * off  len  field
 *   0    8  magic          "CHAMSSD" and a zero
 *   8    4  formatVersion  3; 2: without identity; 1: without trim table too
 *  12    4  pageBytes
 *  16    4  pagesPerBlock
 *  20    4  blocks
 *  24    8  logicalPages
 *  32    4  crc            CRC-32C of bytes [0, 32)
 * </pre>
 * The rest of the 4,096 bytes belongs to {@link ImageIdentity}.
 */
public final class ImageHeader {
    static final int VERSION = 3;

    private static final byte[] MAGIC = "CHAMSSD\0".getBytes(StandardCharsets.US_ASCII);
    private static final int CHECKED_BYTES = 32;
    private static final int BYTES = CHECKED_BYTES + Integer.BYTES;

    private ImageHeader() {}

    /** The fields alone: what lies behind them stays. */
    static byte[] encode(FlashGeometry geometry) {
        byte[] header = new byte[BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(MAGIC).putInt(VERSION);
        buffer.putInt(geometry.pageBytes()).putInt(geometry.pagesPerBlock()).putInt(geometry.blocks());
        buffer.putLong(geometry.logicalPages());
        buffer.putInt(OobFormat.crc(header, 0, CHECKED_BYTES));
        return header;
    }

    /** The geometry of the image that {@code header} is that of. Throws {@link ImageException} if it is none, or damaged. */
    public static FlashGeometry geometry(byte[] header, String file) {
        Fields fields = decode(header, file);
        try {
            FlashGeometry geometry = fields.shape.geometry();
            require(
                    Shape.of(geometry).equals(fields.shape),
                    file + ": image holds an impossible device of " + fields.shape);
            return geometry;
        } catch (IllegalArgumentException e) {
            throw new ImageException(file + ": image holds an impossible device: " + e.getMessage());
        }
    }

    /** Returns the format version. Throws {@link ImageException} unless {@code header} is that of an image with this geometry. */
    static int check(byte[] header, FlashGeometry expected, String file) {
        Fields fields = decode(header, file);
        Shape wanted = Shape.of(expected);
        require(
                fields.shape.equals(wanted),
                file + ": image holds a device of " + fields.shape + ", expected " + wanted);
        return fields.version;
    }

    private static Fields decode(byte[] header, String file) {
        ByteBuffer buffer = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[MAGIC.length];
        buffer.get(magic);
        require(Arrays.equals(magic, MAGIC), file + ": not a flash image (no CHAMSSD magic at its start)");
        int version = buffer.getInt();
        Shape shape = new Shape(buffer.getInt(), buffer.getInt(), buffer.getInt(), buffer.getLong());
        require(
                buffer.getInt() == OobFormat.crc(header, 0, CHECKED_BYTES),
                file + ": image header is damaged (checksum does not match)");
        require(
                version >= 1 && version <= VERSION,
                file + ": image format " + version + ", this program reads formats 1 to " + VERSION);
        return new Fields(version, shape);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new ImageException(message);
        }
    }

    private record Fields(int version, Shape shape) {}

    private record Shape(int pageBytes, int pagesPerBlock, int blocks, long logicalPages) {
        static Shape of(FlashGeometry geometry) {
            return new Shape(
                    geometry.pageBytes(), geometry.pagesPerBlock(), geometry.blocks(), geometry.logicalPages());
        }

        FlashGeometry geometry() {
            // Half a page less spare, so that rounding down ends on the page meant.
            double overProvisioning = 1 - (logicalPages + 0.5) / ((double) blocks * pagesPerBlock);
            return new FlashGeometry(pageBytes, pagesPerBlock, blocks, Math.clamp(overProvisioning, 0, 0.9));
        }

        @Override
        public String toString() {
            return blocks + " blocks x " + pagesPerBlock + " pages x " + pageBytes + " bytes with " + logicalPages
                    + " logical pages";
        }
    }
}
