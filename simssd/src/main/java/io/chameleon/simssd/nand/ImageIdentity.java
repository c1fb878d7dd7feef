package io.chameleon.simssd.nand;

import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.file.ImageFile;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which device an image is, and which cluster it belongs to: three blocks in separate sectors after the fields of
 * {@link ImageHeader}.
 * <pre>
 * at    what
 * 1024  device id      written with the image, or by its upgrade to version 3
 * 2048  cluster id     all zeros until the device joins a cluster
 * 3072  cluster id     once more; written when the first one is durable
 *
 * block
 * off  len  field
 *   0   16  id   a UUID, its bytes in the order of RFC 9562
 *  16    4  crc  CRC-32C of bytes [0, 16), little-endian
 * </pre>
 * A stamp cut short damages the first block while the second is still all zeros: then the device has joined no cluster.
 * In any other case, if one of the two blocks is damaged, the other one holds the id.
 */
final class ImageIdentity implements DeviceIdentity {
    private static final int ID_BYTES = 16;
    private static final int BLOCK_BYTES = ID_BYTES + Integer.BYTES;
    private static final int DEVICE = 1_024;
    private static final int CLUSTER = 2_048;
    private static final int CLUSTER_AGAIN = 3_072;

    private final ImageFile file;
    private final UUID device;
    private volatile @Nullable UUID cluster;

    private ImageIdentity(ImageFile file, UUID device, @Nullable UUID cluster) {
        this.file = file;
        this.device = device;
        this.cluster = cluster;
    }

    /** Gives the image its own id; the caller forces it. */
    static void initialise(ImageFile file, RandomGenerator random) {
        write(file, DEVICE, MemoryIdentity.randomId(random));
    }

    /** @throws ImageException if the device id, or both copies of the cluster id, are damaged */
    static ImageIdentity load(ImageFile file) {
        UUID device = read(file, DEVICE);
        if (device == null) {
            throw new ImageException(file + ": device id is damaged (checksum does not match)");
        }
        UUID first = read(file, CLUSTER);
        UUID second = read(file, CLUSTER_AGAIN);
        boolean damaged = first == null
                ? second == null && !isZero(file, CLUSTER_AGAIN)
                : second != null && !second.equals(first);
        if (damaged) {
            throw new ImageException(file + ": cluster id is damaged (checksum does not match)");
        }
        ImageIdentity identity = new ImageIdentity(file, device, first == null ? second : first);
        identity.completeStamp(first == null || second == null);
        return identity;
    }

    /** Of a stamp cut short, or of a block damaged since. */
    private void completeStamp(boolean isMissingOne) {
        UUID stamped = cluster;
        if (stamped != null && isMissingOne) {
            stamp(stamped);
        }
    }

    @Override
    public UUID device() {
        return device;
    }

    @Override
    public @Nullable UUID cluster() {
        return cluster;
    }

    @Override
    public void stamp(UUID stamped) {
        write(file, CLUSTER, stamped);
        file.force();
        write(file, CLUSTER_AGAIN, stamped);
        file.force();
        cluster = stamped;
    }

    private static void write(ImageFile file, long at, UUID id) {
        byte[] block = new byte[BLOCK_BYTES];
        ByteBuffer.wrap(block).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        ByteBuffer.wrap(block).putInt(ID_BYTES, Integer.reverseBytes(OobFormat.crc(block, 0, ID_BYTES)));
        file.write(at, block, block.length);
    }

    /** Null if the block is damaged or was never written. */
    private static @Nullable UUID read(ImageFile file, long at) {
        byte[] block = block(file, at);
        ByteBuffer buffer = ByteBuffer.wrap(block);
        UUID id = new UUID(buffer.getLong(), buffer.getLong());
        return Integer.reverseBytes(buffer.getInt()) == OobFormat.crc(block, 0, ID_BYTES) ? id : null;
    }

    private static boolean isZero(ImageFile file, long at) {
        for (byte b : block(file, at)) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] block(ImageFile file, long at) {
        byte[] block = new byte[BLOCK_BYTES];
        file.read(at, block, block.length);
        return block;
    }
}
