package io.chameleon.core.redundancy;

import io.chameleon.core.FragmentId;
import io.chameleon.core.format.FormatVersion;
import io.chameleon.core.format.UnreadFormatException;

/**
 * How a segment is cut into fragments, and how a page says whose it is (docs/reference/fragment-format.md). The layout
 * changed twice without a new number, before 1.0: the length of a fragment tells the first from the others. The next
 * change takes number 2.
 */
public enum FragmentFormat implements FormatVersion {
    /**
     * The first: k even shards, however short the segment. No longer read where a shard was shorter than a page and the
     * segment: those shards hold the same bytes, but others than readers look for. Longer ones, and replicas, are as
     * they are now.
     */
    EVEN_SHARDS(1),
    /**
     * No shard is shorter than a page, or than its segment: a small object is read from one server. A reader of
     * {@link #EVEN_SHARDS} takes such fragments for corrupt.
     */
    PAGE_SHARDS(1),
    /**
     * Data shards that are nothing but padding are not stored: a small object takes three pages, not six. A reader of
     * {@link #PAGE_SHARDS} asks for padding, takes it for lost, and decodes the object from what is there.
     */
    NO_PADDING(1);

    private final int number;

    FragmentFormat(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** @throws UnreadFormatException unless the number is one that is read */
    public static FragmentFormat ofNumber(int number) {
        return FormatVersion.of(number, "fragment format", values());
    }

    /**
     * Told before a fragment of another length than expected is taken for corrupt.
     *
     * @param bytes the length of the whole fragment
     * @throws UnreadFormatException if it is a shard of {@link #EVEN_SHARDS} that is not read
     */
    public static void requireRead(FragmentId id, RedundancyScheme scheme, int segmentBytes, int bytes) {
        int expected = scheme.fragmentBytes(segmentBytes);
        if (bytes != expected && bytes == evenShardBytes(scheme, segmentBytes)) {
            throw new UnreadFormatException("fragment " + id + ": format " + EVEN_SHARDS
                    + " is older than this program, which reads " + PAGE_SHARDS + " and " + NO_PADDING + ": " + bytes
                    + " bytes of a segment of " + segmentBytes + " under " + scheme + ", now " + expected);
        }
    }

    private static int evenShardBytes(RedundancyScheme scheme, int segmentBytes) {
        return (int) (((long) segmentBytes + scheme.dataFragments() - 1) / scheme.dataFragments());
    }
}
