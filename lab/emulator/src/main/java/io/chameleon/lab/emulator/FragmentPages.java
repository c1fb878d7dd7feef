package io.chameleon.lab.emulator;

import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyScheme;

/**
 * Flash pages of an object's fragments over all of its segments: each segment is coded by itself, and all segments of
 * an object are on the same servers. A server has a fragment's pages one segment after the other.
 */
final class FragmentPages {
    static final int SEGMENT_BYTES = ObjectContent.MAX_SEGMENT_BYTES;

    private FragmentPages() {}

    /** Of fragment {@code index}; no fragment has more than the first. */
    static int of(RedundancyScheme scheme, int index, int size, int pageBytes) {
        return before(scheme, index, size / SEGMENT_BYTES, pageBytes)
                + scheme.fragmentPages(index, size % SEGMENT_BYTES, pageBytes);
    }

    /** Of fragment {@code index}, in the segments before a given one. */
    static int before(RedundancyScheme scheme, int index, int segment, int pageBytes) {
        return segment == 0 ? 0 : segment * scheme.fragmentPages(index, SEGMENT_BYTES, pageBytes);
    }

    /** Of all fragments together. */
    static long all(RedundancyScheme scheme, int size, int pageBytes) {
        long pages = 0;
        for (int index = 0; index < scheme.width(); index++) {
            pages += of(scheme, index, size, pageBytes);
        }
        return pages;
    }

    static int segmentLength(int size, int segment) {
        return Math.min(SEGMENT_BYTES, size - segment * SEGMENT_BYTES);
    }
}
