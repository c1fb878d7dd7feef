package io.chameleon.balancer.repair;

import io.chameleon.core.mapping.ObjectMapping;
import java.util.zip.CRC32C;

/**
 * Checksums of an object's data, in the fragments that were decoded. {@code all[index]} is a fragment of the segment;
 * the last of the data may be padded.
 */
record DecodedData(ObjectMapping row) {
    int checksum(int segment, byte[][] all) {
        CRC32C crc = new CRC32C();
        update(crc, segment, all);
        return (int) crc.getValue();
    }

    /** Adds a segment to a checksum over several. */
    void update(CRC32C crc, int segment, byte[][] all) {
        int dataFragments = row.live().scheme().dataFragments();
        int left = row.content().segmentLength(segment);
        for (int index = 0; index < dataFragments && left > 0; index++) {
            int bytes = Math.min(left, all[index].length);
            crc.update(all[index], 0, bytes);
            left -= bytes;
        }
    }
}
