package io.chameleon.emulator;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;

/**
 * Which pages of each fragment a request for part of an object touches. A replica is touched where the request is; of a stripe, the
 * data shards it crosses and, in the parity shards, the columns of those (reading 14). Reused from request to request.
 */
final class TouchedPages {
    private final int pageBytes;
    private final int[] first;
    private final int[] count;
    private int fragments;
    private int pagesPerFragment;

    TouchedPages(int pageBytes, int maxWidth) {
        this.pageBytes = pageBytes;
        first = new int[maxWidth];
        count = new int[maxWidth];
    }

    /** Pages of a fragment of an object of {@code size} bytes. */
    static int pagesPerFragment(RedundancyScheme scheme, int size, int pageBytes) {
        return (scheme.fragmentBytes(size) + pageBytes - 1) / pageBytes;
    }

    void of(RedundancyScheme scheme, int size, int from, int bytes) {
        fragments = scheme.width();
        pagesPerFragment = pagesPerFragment(scheme, size, pageBytes);
        if (bytes == size) {
            for (int i = 0; i < fragments; i++) {
                first[i] = 0;
                count[i] = pagesPerFragment;
            }
        } else if (scheme.policy() == RedundancyPolicy.REP) {
            for (int i = 0; i < fragments; i++) {
                touch(i, from, from + bytes);
            }
        } else {
            touchStripe(scheme, scheme.fragmentBytes(size), from, from + bytes);
        }
    }

    private void touchStripe(RedundancyScheme scheme, int shard, int begin, int end) {
        int low = shard;
        int high = 0;
        for (int i = 0; i < scheme.dataFragments(); i++) {
            int from = Math.max(0, begin - i * shard);
            int to = Math.min(shard, end - i * shard);
            if (from < to) {
                touch(i, from, to);
                low = Math.min(low, from);
                high = Math.max(high, to);
            } else {
                count[i] = 0;
            }
        }
        for (int i = scheme.dataFragments(); i < fragments; i++) {
            touch(i, low, high);
        }
    }

    private void touch(int fragment, int from, int to) {
        first[fragment] = from / pageBytes;
        count[fragment] = (to - 1) / pageBytes - first[fragment] + 1;
    }

    int fragments() {
        return fragments;
    }

    /** Pages each fragment has. */
    int pagesPerFragment() {
        return pagesPerFragment;
    }

    /** First touched page of a fragment. */
    int first(int fragment) {
        return first[fragment];
    }

    /** Touched pages of a fragment, 0 if none is. */
    int count(int fragment) {
        return count[fragment];
    }

    /** Whether a fragment is touched, but not all of it. */
    boolean isPartial(int fragment) {
        return count[fragment] < pagesPerFragment;
    }
}
