package io.chameleon.simssd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PageNumbersTest {
    /** The reciprocal must be exact at the last page of every block: there a rounding error shows first. */
    @Test
    void everyNumberOfPagesPerBlock_dividesExactly() {
        SplittableRandom random = new SplittableRandom(5);
        for (int pagesPerBlock = 1; pagesPerBlock <= FlashGeometry.MAX_PAGES_PER_BLOCK; pagesPerBlock++) {
            PageNumbers numbers = new PageNumbers(pagesPerBlock);
            int lastBlock = Integer.MAX_VALUE / pagesPerBlock - 1;
            for (int tried = 0; tried < 50; tried++) {
                int block = tried == 0 ? lastBlock : random.nextInt(lastBlock + 1);
                checkBlock(numbers, block, pagesPerBlock);
            }
            checkBlock(numbers, 0, pagesPerBlock);
        }
    }

    private static void checkBlock(PageNumbers numbers, int block, int pagesPerBlock) {
        int first = numbers.first(block);
        int last = first + pagesPerBlock - 1;
        boolean exact = numbers.blockOf(first) == block
                && numbers.blockOf(last) == block
                && numbers.inBlock(first) == 0
                && numbers.inBlock(last) == pagesPerBlock - 1;
        assertThat(exact).as("block %d of %d pages", block, pagesPerBlock).isTrue();
    }
}
