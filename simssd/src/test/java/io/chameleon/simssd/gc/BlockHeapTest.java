package io.chameleon.simssd.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlockHeapTest {
    @Test
    void heap_underRandomChanges_yieldsTheSmallestKey() {
        SplittableRandom random = new SplittableRandom(2);
        BlockHeap heap = new BlockHeap(50);
        long[] keys = new long[50];
        Arrays.fill(keys, Long.MAX_VALUE);
        for (int step = 0; step < 20_000; step++) {
            int block = random.nextInt(50);
            if (random.nextInt(3) == 0) {
                heap.remove(block);
                keys[block] = Long.MAX_VALUE;
            } else {
                keys[block] = random.nextLong(-50, 50);
                heap.put(block, keys[block]);
            }
            long least = Arrays.stream(keys).min().orElseThrow();
            assertThat(heap.isEmpty()).isEqualTo(least == Long.MAX_VALUE);
            if (!heap.isEmpty()) {
                assertThat(keys[heap.first()]).isEqualTo(least);
            }
        }
    }
}
