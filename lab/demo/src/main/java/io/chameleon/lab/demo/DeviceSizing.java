package io.chameleon.lab.demo;

import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.emulator.trace.Extents;
import java.util.stream.LongStream;

/** Equal devices, sized by the initial policy so that the objects fill a given share of them (reading 22). */
final class DeviceSizing {
    private static final int PAGE_BYTES = 4096;
    private static final int BLOCK_BYTES = 64 * PAGE_BYTES;
    /** With fewer blocks, collection has hardly a choice. */
    private static final int MIN_BLOCKS = 64;

    private DeviceSizing() {}

    static long bytesPerServer(Workload workload, RedundancyScheme scheme, DemoConfig config) {
        LongStream sizes = LongStream.concat(
                workload.files().stream().mapToLong(workload::fileBytes),
                LongStream.generate(() -> Extents.BYTES).limit(workload.extents().length));
        long flash = sizes.map(size -> flashBytes(size, scheme)).sum();
        long perServer = (long) (flash / (config.servers() * config.utilisation()));
        return Math.max(MIN_BLOCKS, perServer / BLOCK_BYTES + 1) * BLOCK_BYTES;
    }

    /** Whole pages of all stored fragments of all segments. */
    private static long flashBytes(long size, RedundancyScheme scheme) {
        long whole = size / ObjectContent.MAX_SEGMENT_BYTES;
        int rest = (int) (size % ObjectContent.MAX_SEGMENT_BYTES);
        return whole * segmentBytes(ObjectContent.MAX_SEGMENT_BYTES, scheme) + segmentBytes(rest, scheme);
    }

    private static long segmentBytes(int bytes, RedundancyScheme scheme) {
        long pages = (scheme.fragmentBytes(bytes) + (long) PAGE_BYTES - 1) / PAGE_BYTES;
        return pages * PAGE_BYTES * scheme.storedFragments(bytes);
    }
}
