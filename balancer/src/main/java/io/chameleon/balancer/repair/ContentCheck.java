package io.chameleon.balancer.repair;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Whether what was decoded is what the client wrote. */
final class ContentCheck {
    private final ObjectMapping row;
    private final RedundancyScheme scheme;
    private final SegmentRestorer restorer;
    /** Of the segments' data, once one had to be decoded. */
    private int @Nullable [] checksums;

    ContentCheck(ObjectMapping row, SegmentRestorer restorer) {
        this.row = row;
        this.scheme = row.live().scheme();
        this.restorer = restorer;
    }

    /**
     * Checks decoded data against the writer's own checksum before any of it is written: data made from wrong fragments
     * would pass for intact at the next try. The checksum is that of the whole object, so before the first of several
     * segments is written, all of them are read once.
     */
    void check(int segment, byte[][] all) {
        int[] expected = checksums;
        if (expected == null) {
            expected = row.content().segments() == 1 ? new int[] {row.content().crc32c()} : readChecksums();
            checksums = expected;
        }
        if (checksum(segment, all) != expected[segment]) {
            throw notWhatWasWritten();
        }
    }

    /** The checksums of the segments, which together yield the object's. */
    private int[] readChecksums() {
        CRC32C whole = new CRC32C();
        int[] read = new int[row.content().segments()];
        for (int segment = 0; segment < read.length; segment++) {
            byte[][] all = restorer.restoreAll(segment);
            read[segment] = checksum(segment, all);
            update(whole, segment, all);
        }
        if ((int) whole.getValue() != row.content().crc32c()) {
            throw notWhatWasWritten();
        }
        return read;
    }

    private int checksum(int segment, byte[][] all) {
        CRC32C crc = new CRC32C();
        update(crc, segment, all);
        return (int) crc.getValue();
    }

    private void update(CRC32C crc, int segment, byte[][] all) {
        int left = row.content().segmentLength(segment);
        for (int index = 0; index < scheme.dataFragments() && left > 0; index++) {
            int bytes = Math.min(left, all[index].length);
            crc.update(all[index], 0, bytes);
            left -= bytes;
        }
    }

    private ChameleonError notWhatWasWritten() {
        return new ChameleonError(
                ErrorCode.CORRUPT_FRAGMENT, "the fragments of " + row.writeId() + " are not what was written");
    }
}
