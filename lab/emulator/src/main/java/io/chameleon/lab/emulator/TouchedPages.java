package io.chameleon.lab.emulator;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The pages of each fragment that a request for part of an object touches. In a replica, those of the request. In a
 * stripe, those of the data shards that it crosses, and the same columns in the parity shards (reading 14). Reused from
 * request to request.
 *
 * <p>Pages are counted over all segments, as {@link FragmentPages} has them. A request over several segments touches
 * the end of the first, all of those between and the beginning of the last: so one run of pages in each fragment.
 */
final class TouchedPages {
    /** A request leaves at most its first and its last stripe in part as they were. */
    static final int EDGES = 2;

    private final int pageBytes;
    private final int[] first;
    private final int[] count;
    private final int[] firstInSegment;
    private final int[] countInSegment;
    private final int[][] edgeFirst;
    private final int[][] edgeCount;
    private RedundancyScheme scheme = RedundancyScheme.REP_3;
    private int size;

    TouchedPages(int pageBytes, int maxWidth) {
        this.pageBytes = pageBytes;
        first = new int[maxWidth];
        count = new int[maxWidth];
        firstInSegment = new int[maxWidth];
        countInSegment = new int[maxWidth];
        edgeFirst = new int[EDGES][maxWidth];
        edgeCount = new int[EDGES][maxWidth];
    }

    /** A request for {@code bytes} bytes, at least one, from {@code from} on, of an object of {@code size}. */
    void of(RedundancyScheme scheme, int size, int from, int bytes) {
        this.scheme = scheme;
        this.size = size;
        Arrays.fill(count, 0);
        for (int[] edge : edgeCount) {
            Arrays.fill(edge, 0);
        }
        if (bytes == size) {
            for (int i = 0; i < fragments(); i++) {
                first[i] = 0;
                count[i] = pages(i);
            }
            return;
        }
        int last = (from + bytes - 1) / FragmentPages.SEGMENT_BYTES;
        int edges = 0;
        for (int segment = from / FragmentPages.SEGMENT_BYTES; segment <= last; segment++) {
            int start = segment * FragmentPages.SEGMENT_BYTES;
            int length = FragmentPages.segmentLength(size, segment);
            touchSegment(length, Math.max(0, from - start), Math.min(length, from + bytes - start));
            edges = add(segment, length, edges);
        }
    }

    private void touchSegment(int length, int begin, int end) {
        Arrays.fill(countInSegment, 0);
        if (scheme.policy() == RedundancyPolicy.REP) {
            for (int i = 0; i < fragments(); i++) {
                touch(i, begin, end);
            }
        } else {
            touchStripe(scheme.fragmentBytes(length), begin, end);
        }
    }

    private void touchStripe(int shard, int begin, int end) {
        int low = shard;
        int high = 0;
        for (int i = 0; i < scheme.dataFragments(); i++) {
            int from = Math.max(0, begin - i * shard);
            int to = Math.min(shard, end - i * shard);
            if (from < to) {
                touch(i, from, to);
                low = Math.min(low, from);
                high = Math.max(high, to);
            }
        }
        for (int i = scheme.dataFragments(); i < fragments(); i++) {
            if (isTouchedParity(i)) {
                touch(i, low, high);
            }
        }
    }

    /** The parity of a local group only if its data is touched. */
    private boolean isTouchedParity(int index) {
        BitSet group = scheme.localGroup(index);
        return group.isEmpty() || group.stream().anyMatch(i -> countInSegment[i] > 0);
    }

    private void touch(int fragment, int from, int to) {
        firstInSegment[fragment] = from / pageBytes;
        countInSegment[fragment] = (to - 1) / pageBytes - firstInSegment[fragment] + 1;
    }

    /** Adds what is touched of a segment; returns how many stripes are known by now to be touched in part. */
    private int add(int segment, int length, int edges) {
        boolean inPart = scheme.policy() == RedundancyPolicy.EC && isPartial(length);
        for (int i = 0; i < fragments(); i++) {
            int at = FragmentPages.before(scheme, i, segment, pageBytes) + firstInSegment[i];
            if (countInSegment[i] > 0) {
                first[i] = count[i] == 0 ? at : first[i];
                count[i] = at + countInSegment[i] - first[i];
            }
            if (inPart) {
                edgeFirst[edges][i] = at;
                edgeCount[edges][i] = countInSegment[i];
            }
        }
        return inPart ? edges + 1 : edges;
    }

    private boolean isPartial(int length) {
        for (int i = 0; i < scheme.dataFragments(); i++) {
            if (countInSegment[i] < scheme.fragmentPages(i, length, pageBytes)) {
                return true;
            }
        }
        return false;
    }

    int fragments() {
        return scheme.width();
    }

    /** Pages a fragment has. */
    int pages(int fragment) {
        return FragmentPages.of(scheme, fragment, size, pageBytes);
    }

    /** First touched page of a fragment. */
    int first(int fragment) {
        return first[fragment];
    }

    /** Touched pages of a fragment, 0 if none is. */
    int count(int fragment) {
        return count[fragment];
    }

    /** First touched page of a fragment in one of at most {@link #EDGES} stripes that are touched in part. */
    int edgeFirst(int edge, int fragment) {
        return edgeFirst[edge][fragment];
    }

    /** Touched pages of a fragment in such a stripe; 0 if there is no such stripe. */
    int edgeCount(int edge, int fragment) {
        return edgeCount[edge][fragment];
    }
}
