package io.chameleon.simssd.nand;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FormatVersion;
import io.chameleon.simssd.ImageException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of an image, which mark it as one and describe its device. Changed only by an upgrade. Little-endian.
 * <pre>
 * off  len  field
 *   0    8  magic          "CHAMSSD" and a zero
 *   8    4  formatVersion  see ImageFormat
 *  12    4  pageBytes
 *  16    4  pagesPerBlock
 *  20    4  blocks
 *  24    8  logicalPages
 *  32    4  crc            CRC-32C of bytes [0, 32)
 * </pre>
 * These bytes keep their place and checksum in every later version, so that any program can tell a newer image from a
 * damaged one. The rest of the 4,096 bytes belongs to {@link ImageIdentity}.
 */
public final class ImageHeader {
    private static final byte[] MAGIC = "CHAMSSD\0".getBytes(StandardCharsets.US_ASCII);
    private static final int CHECKED_BYTES = 32;
    private static final int BYTES = CHECKED_BYTES + Integer.BYTES;

    private ImageHeader() {}

    /** Only the fields: the bytes after them stay. */
    static byte[] encode(FlashGeometry geometry) {
        byte[] header = new byte[BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(MAGIC).putInt(ImageFormat.CURRENT.number());
        buffer.putInt(geometry.pageBytes()).putInt(geometry.pagesPerBlock()).putInt(geometry.blocks());
        buffer.putLong(geometry.logicalPages());
        buffer.putInt(OobFormat.crc(header, 0, CHECKED_BYTES));
        return header;
    }

    /**
     * The geometry of the image with this {@code header}. Throws {@link ImageException} if it is not one, or damaged.
     */
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

    /**
     * Returns the format version. Throws {@link ImageException} unless {@code header} is that of an image with this
     * geometry.
     */
    static ImageFormat check(byte[] header, FlashGeometry expected, String file) {
        Fields fields = decode(header, file);
        Shape wanted = Shape.of(expected);
        require(
                fields.shape.equals(wanted),
                file + ": image holds a device of " + fields.shape + ", expected " + wanted);
        return fields.format;
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
        return new Fields(FormatVersion.of(version, file + ": image format", ImageFormat.values()), shape);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new ImageException(message);
        }
    }

    private record Fields(ImageFormat format, Shape shape) {}

    private record Shape(int pageBytes, int pagesPerBlock, int blocks, long logicalPages) {
        static Shape of(FlashGeometry geometry) {
            return new Shape(
                    geometry.pageBytes(), geometry.pagesPerBlock(), geometry.blocks(), geometry.logicalPages());
        }

        FlashGeometry geometry() {
            // Half a page less spare, so that rounding down gives the intended page.
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
