package io.chameleon.simssd.report;

import io.chameleon.simssd.report.SmartReport.EraseBucket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The blocks of a device by their erase counts. */
final class EraseHistogram {
    private EraseHistogram() {}

    /** Buckets of equal width that cover all counts; the last may end above the highest. */
    static List<EraseBucket> of(int[] eraseCounts) {
        int lowest = Arrays.stream(eraseCounts).min().orElse(0);
        int highest = Arrays.stream(eraseCounts).max().orElse(0);
        int width = Math.ceilDiv(highest - lowest + 1, EraseBucket.MOST);
        int[] blocks = new int[Math.ceilDiv(highest - lowest + 1, width)];
        for (int count : eraseCounts) {
            blocks[(count - lowest) / width]++;
        }
        List<EraseBucket> buckets = new ArrayList<>();
        for (int i = 0; i < blocks.length; i++) {
            int from = lowest + i * width;
            buckets.add(new EraseBucket(from, from + width - 1, blocks[i]));
        }
        return buckets;
    }
}
