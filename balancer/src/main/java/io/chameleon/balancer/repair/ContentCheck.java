package io.chameleon.balancer.repair;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Whether what was decoded is what the client wrote. */
final class ContentCheck {
    private final ObjectMapping row;
    private final DecodedData data;
    private final SegmentRestorer restorer;
    /** Of the segments' data, once one had to be decoded. */
    private int @Nullable [] checksums;

    ContentCheck(ObjectMapping row, SegmentRestorer restorer) {
        this.row = row;
        this.data = new DecodedData(row);
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
        if (data.checksum(segment, all) != expected[segment]) {
            throw notWhatWasWritten();
        }
    }

    /** The checksums of the segments, which together yield the object's. */
    private int[] readChecksums() {
        CRC32C whole = new CRC32C();
        int[] read = new int[row.content().segments()];
        for (int segment = 0; segment < read.length; segment++) {
            byte[][] all = restorer.restoreAll(segment);
            read[segment] = data.checksum(segment, all);
            data.update(whole, segment, all);
        }
        if ((int) whole.getValue() != row.content().crc32c()) {
            throw notWhatWasWritten();
        }
        return read;
    }

    private ChameleonError notWhatWasWritten() {
        return new ChameleonError(
                ErrorCode.CORRUPT_FRAGMENT, "the fragments of " + row.writeId() + " are not what was written");
    }
}
