package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.FragmentFormat;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/**
 * A fragment without its bytes.
 *
 * @param length bytes; at least 1, since an empty object has no fragments
 * @param crc32c of those bytes
 * @param scheme the code it is a part of
 * @param segmentLength bytes of the segment that was cut and coded; with {@code scheme} all that decoding needs
 */
public record Fragment(FragmentId id, int length, int crc32c, RedundancyScheme scheme, int segmentLength) {
    public Fragment {
        if (length <= 0) {
            throw Require.violation("length of fragment " + id, length, "at least 1 byte");
        }
        if (segmentLength <= 0) {
            throw Require.violation("segment length of fragment " + id, segmentLength, "at least 1 byte");
        }
        if (id.index() >= scheme.width()) {
            throw Require.violation("index of fragment " + id, id.index(), "below the width of " + scheme);
        }
        if ((long) length * scheme.dataFragments() < segmentLength) {
            throw Require.violation(
                    "length of fragment " + id,
                    length,
                    "a share of its segment of " + segmentLength + " bytes under " + scheme);
        }
    }

    /**
     * Throws {@code INVALID_REQUEST} unless it has {@code bytes} bytes, at least one, from {@code offset} on;
     * {@code FORMAT_NOT_READ} if it has not because it is of an older format than who asks expects.
     */
    public void requireRange(int offset, long bytes) {
        if (offset < 0 || bytes <= 0 || offset + bytes > length) {
            FragmentFormat.requireRead(id, scheme, segmentLength, length);
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "range of fragment " + id + ": '" + bytes + " bytes from " + offset
                            + "' given, expected within its " + length + " bytes");
        }
    }

    /** Throws {@code CORRUPT_FRAGMENT} if these are as many bytes as the fragment's, and others. */
    void requireIntact(MemorySegment bytes) {
        if (bytes.byteSize() == length && crc32c(bytes) != crc32c) {
            throw new ChameleonError(
                    ErrorCode.CORRUPT_FRAGMENT, "fragment " + id + ": its pages do not match its checksum");
        }
    }

    static int crc32c(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.asByteBuffer());
        return (int) crc.getValue();
    }

    /** The number of pages of {@code pageBytes} that it fills, the last perhaps in part. */
    int pages(int pageBytes) {
        return (length - 1) / pageBytes + 1;
    }
}
