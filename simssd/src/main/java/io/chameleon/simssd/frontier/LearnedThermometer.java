package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.HeatSource;

/**
 * Counts the writes of each group of pages, with halving: a group's entry is the period it was last written in (upper
 * half) and its count (lower half), which is shifted right by the periods that have passed since. So no pass over the
 * groups is needed.
 *
 * <p>A period is {@value #WRITES_PER_GROUP} writes per group, so an average group counts up from 8 to 16 in each: 12 in
 * the mean.
 */
final class LearnedThermometer implements Thermometer {
    private static final int WRITES_PER_GROUP = 8;
    private static final double MEAN_COUNT = 1.5 * WRITES_PER_GROUP;
    private static final int COUNT_BITS = 16;
    private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
    private static final int PERIOD_MASK = (1 << (Integer.SIZE - COUNT_BITS)) - 1;

    private final int groupShift;
    private final int hotCount;
    private final int[] entries;
    private final long periodWrites;
    private long writesLeft;
    private int period;

    LearnedThermometer(HeatSource.Learned source, long logicalPages) {
        groupShift = Integer.numberOfTrailingZeros(source.pagesPerGroup());
        hotCount = (int) Math.min(COUNT_MASK, Math.ceil(source.hotRatio() * MEAN_COUNT));
        entries = new int[(int) ((logicalPages + source.pagesPerGroup() - 1) >>> groupShift)];
        periodWrites = (long) WRITES_PER_GROUP * entries.length;
        writesLeft = periodWrites;
    }

    @Override
    public boolean isHot(int logicalPage, WriteHint hint) {
        if (--writesLeft == 0) {
            period = (period + 1) & PERIOD_MASK;
            writesLeft = periodWrites;
        }
        int group = logicalPage >>> groupShift;
        int count = Math.min(COUNT_MASK, faded(entries[group]) + 1);
        entries[group] = period << COUNT_BITS | count;
        return count >= hotCount;
    }

    @Override
    public boolean wasHot(int logicalPage) {
        return faded(entries[logicalPage >>> groupShift]) >= hotCount;
    }

    /** Periods are counted modulo 2^16: a group silent for that long may once be mistaken for one just written. */
    private int faded(int entry) {
        int periods = (period - (entry >>> COUNT_BITS)) & PERIOD_MASK;
        return (entry & COUNT_MASK) >>> Math.min(periods, COUNT_BITS);
    }
}
