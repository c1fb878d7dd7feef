package io.chameleon.simssd;

/**
 * The numbers of a device's physical pages: page {@code p} of block {@code b} is {@code b * pagesPerBlock + p}, for any
 * number of pages per block.
 *
 * <p>The way back is a division on the path of every write. Here it is a multiplication and a shift, by the reciprocal
 * that Granlund and Montgomery ("Division by Invariant Integers using Multiplication", PLDI 1994, Theorem 4.2) prove
 * exact for every number below 2^31.
 */
public final class PageNumbers {
    private final int pagesPerBlock;
    private final long reciprocal;
    private final int shift;

    /** @param pagesPerBlock 1 to 2^30 */
    PageNumbers(int pagesPerBlock) {
        this.pagesPerBlock = pagesPerBlock;
        int ceilingOfLog2 = Integer.SIZE - Integer.numberOfLeadingZeros(pagesPerBlock - 1);
        shift = Integer.SIZE - 1 + ceilingOfLog2;
        reciprocal = Math.ceilDiv(1L << shift, pagesPerBlock);
    }

    /** The block of a page. */
    public int blockOf(int page) {
        return (int) (page * reciprocal >>> shift);
    }

    /** The place of a page in its block, from 0. */
    public int inBlock(int page) {
        return page - blockOf(page) * pagesPerBlock;
    }

    /** The first page of a block; of the block after the last one, the number of all pages. */
    public int first(int block) {
        return block * pagesPerBlock;
    }
}
