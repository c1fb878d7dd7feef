package io.chameleon.simssd.recovery;

import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.blocks.PageMap;

/**
 * The highest sequence number found for each logical page, in 48 bits: enough for 2^48 programs, an exbibyte and more.
 * Memory: 2 bytes per logical page of its own; the {@link PageMap} lends the other 4, which it needs later.
 */
final class PageSequences {
    private static final long LIMIT = 1L << 48;

    private final int[] low;
    private final short[] high;

    /** @param lent at least one int per logical page */
    PageSequences(int[] lent, int logicalPages) {
        low = lent;
        high = new short[logicalPages];
    }

    long get(int logicalPage) {
        return (high[logicalPage] & 0xFFFFL) << 32 | low[logicalPage] & 0xFFFF_FFFFL;
    }

    void set(int logicalPage, long sequence) {
        if (sequence < 0 || sequence >= LIMIT) {
            throw new ImageException("sequence number " + sequence + " given, expected below 2^48");
        }
        low[logicalPage] = (int) sequence;
        high[logicalPage] = (short) (sequence >>> 32);
    }
}
