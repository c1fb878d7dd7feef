package io.chameleon.client.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.internal.call.Budget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Few writes have large segments, many have small ones, and none keeps its share when it is over. */
class SegmentSizesTest {
    private static final int MIB = 1 << 20;
    private static final int MOST = 4 * MIB;
    private static final int LEAST = 128 << 10;
    private static final Map<Integer, byte[]> CONTENTS = new HashMap<>();

    private final Budget budget = new Budget(48L * MIB);
    private final SegmentSizes sizes = new SegmentSizes(MOST, budget);

    private SegmentSource open(int bytes) {
        return sizes.open(segmentBytes -> new BytesSource(CONTENTS.computeIfAbsent(bytes, byte[]::new), segmentBytes));
    }

    @Test
    void firstWrite_hasTheLargestSegments() {
        try (SegmentSource alone = open(16 * MIB)) {
            assertThat(alone.segmentBytes()).isEqualTo(MOST);
        }
    }

    @Test
    void manyWrites_haveEverSmallerSegments_butNoneSmallerThanTheLeast() {
        List<Integer> given = new ArrayList<>();
        List<SegmentSource> open = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            open.add(open(16 * MIB));
            given.add(open.get(i).segmentBytes());
        }
        assertThat(given).isSortedAccordingTo((a, b) -> b - a).endsWith(LEAST).allMatch(bytes -> bytes >= LEAST);
        assertThat(given.stream().limit(200).mapToLong(Integer::longValue).sum())
                .as("bytes of one segment of each")
                .isLessThanOrEqualTo(48L * MIB + 200L * LEAST);
        open.forEach(SegmentSource::close);
        assertThat(open(MOST).segmentBytes()).as("once all are over").isEqualTo(MOST);
    }

    @Test
    void writeOfFewBytes_takesNoMoreThanThese_andGivesThemBackOnce() {
        SegmentSource small = open(1000);
        assertThat(budget.left()).isEqualTo(48L * MIB - 1000);
        small.close();
        small.close();
        assertThat(budget.left()).isEqualTo(48L * MIB);
    }
}
