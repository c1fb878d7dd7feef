package io.chameleon.testkit.fake;

import io.chameleon.core.WriteHint;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A fragment on a {@link FakeFlashServer}.
 *
 * @param crc32c that came with the bytes
 * @param hint the hint that came with them
 */
public record StoredFragment(byte[] bytes, int crc32c, RedundancyScheme scheme, int segmentLength, WriteHint hint) {
    public boolean isDamaged() {
        return crc32c(bytes) != crc32c;
    }

    public static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    /** With a bit flipped and the old checksum. */
    StoredFragment corrupted() {
        return new StoredFragment(flipped(bytes.length / 2), crc32c, scheme, segmentLength, hint);
    }

    /** With other bytes and a checksum that fits them. */
    StoredFragment forged() {
        return with(flipped(0));
    }

    /** Without the last byte, with a checksum that fits the rest. */
    StoredFragment truncated() {
        return with(Arrays.copyOf(bytes, bytes.length - 1));
    }

    /** As short as shards of the first format, with a checksum that fits. */
    StoredFragment aged() {
        int shards = scheme.dataFragments();
        return with(Arrays.copyOf(bytes, (segmentLength + shards - 1) / shards));
    }

    private StoredFragment with(byte[] others) {
        return new StoredFragment(others, crc32c(others), scheme, segmentLength, hint);
    }

    private byte[] flipped(int at) {
        byte[] copy = bytes.clone();
        copy[at] ^= 1;
        return copy;
    }
}
