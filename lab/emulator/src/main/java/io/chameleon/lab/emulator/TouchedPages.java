package io.chameleon.lab.emulator;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;

/**
 * The pages of each fragment that a request for part of an object touches. In a replica, those of the request. In a
 * stripe, those of the data shards that it crosses, and the same columns in the parity shards (reading 14). Reused from
 * request to request.
 */
final class TouchedPages {
    private final int pageBytes;
    private final int[] first;
    private final int[] count;
    private RedundancyScheme scheme = RedundancyScheme.REP_3;
    private int size;

    TouchedPages(int pageBytes, int maxWidth) {
        this.pageBytes = pageBytes;
        first = new int[maxWidth];
        count = new int[maxWidth];
    }

    /** A request for {@code bytes} bytes, at least one, from {@code from} on, of an object of {@code size}. */
    void of(RedundancyScheme scheme, int size, int from, int bytes) {
        this.scheme = scheme;
        this.size = size;
        if (bytes == size) {
            for (int i = 0; i < fragments(); i++) {
                first[i] = 0;
                count[i] = pages(i);
            }
        } else if (scheme.policy() == RedundancyPolicy.REP) {
            for (int i = 0; i < fragments(); i++) {
                touch(i, from, from + bytes);
            }
        } else {
            touchStripe(scheme.fragmentBytes(size), from, from + bytes);
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
            } else {
                count[i] = 0;
            }
        }
        for (int i = scheme.dataFragments(); i < fragments(); i++) {
            touch(i, low, high);
        }
    }

    private void touch(int fragment, int from, int to) {
        first[fragment] = from / pageBytes;
        count[fragment] = (to - 1) / pageBytes - first[fragment] + 1;
    }

    int fragments() {
        return scheme.width();
    }

    /** Pages a fragment has. */
    int pages(int fragment) {
        return scheme.fragmentPages(fragment, size, pageBytes);
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
        return count[fragment] < pages(fragment);
    }
}
