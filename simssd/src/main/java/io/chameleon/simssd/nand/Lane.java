package io.chameleon.simssd.nand;

import java.util.Arrays;

/**
 * The schedule of a resource that does one thing at a time: a plane or a channel. It holds pending work as intervals in
 * order of time. An arrival drops intervals that ended before it, and merges the earliest if more than {@value #MOST}
 * are left. Cost: O(intervals pending).
 */
final class Lane {
    private static final int MOST = 1_024;

    private long[] starts = new long[8];
    private long[] ends = new long[8];
    private int count;
    private long firstsUntil = Long.MIN_VALUE;

    /** Drops intervals that ended before {@code now}. */
    void arrive(long now) {
        int done = 0;
        while (done < count && ends[done] <= now) {
            done++;
        }
        remove(done);
        while (count > MOST) {
            starts[1] = starts[0];
            remove(1);
        }
    }

    /** Takes the first gap of {@code nanos} from {@code earliest} on and returns when it ends. */
    long reserve(long earliest, long nanos) {
        if (nanos == 0) {
            return earliest;
        }
        long start = earliest;
        int at = 0;
        while (at < count && starts[at] < start + nanos) {
            start = Math.max(start, ends[at]);
            at++;
        }
        insert(at, start, start + nanos);
        return start + nanos;
    }

    /**
     * Reserves {@code nanos} from {@code earliest} on, ahead of all work not begun by then except that of this method,
     * and returns when it ends. Other work is delayed as needed.
     *
     * @param suspend whether to suspend an operation in progress too, which makes it {@code resume} longer
     */
    long reserveFirst(long earliest, long nanos, boolean suspend, long resume) {
        long start = Math.max(earliest, firstsUntil);
        int at = 0;
        while (at < count && ends[at] <= start) {
            at++;
        }
        // Work that begins with the arrival is in progress; work that begins when an earlier one of these ends still
        // waits.
        boolean busy = at < count && (starts[at] < start || starts[at] == earliest);
        if (busy && suspend) {
            long left = ends[at] - start;
            ends[at] = start;
            at++;
            insert(at, start, start + left + resume);
        } else if (busy) {
            start = ends[at];
            at++;
        }
        firstsUntil = start + nanos;
        putOff(at, firstsUntil);
        insert(at, start, firstsUntil);
        return firstsUntil;
    }

    private void putOff(int from, long earliest) {
        long free = earliest;
        for (int at = from; at < count && starts[at] < free; at++) {
            ends[at] += free - starts[at];
            starts[at] = free;
            free = ends[at];
        }
    }

    private void insert(int at, long start, long end) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        System.arraycopy(starts, at, starts, at + 1, count - at);
        System.arraycopy(ends, at, ends, at + 1, count - at);
        starts[at] = start;
        ends[at] = end;
        count++;
    }

    private void remove(int earliest) {
        System.arraycopy(starts, earliest, starts, 0, count - earliest);
        System.arraycopy(ends, earliest, ends, 0, count - earliest);
        count -= earliest;
    }
}
