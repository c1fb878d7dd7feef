package io.chameleon.core.redundancy;

import io.chameleon.core.Require;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A policy with its numbers. It is stored with every object and fragment, so decoding never reads a global default.
 * Replication is a code with one data fragment: three copies are {@code (REP, 1, 2)}.
 *
 * @param dataFragments fragments that suffice to read (k); 1 under REP
 * @param parityFragments fragments that may be lost (m); copies - 1 under REP
 */
public record RedundancyScheme(RedundancyPolicy policy, int dataFragments, int parityFragments) {
    /** Three copies (Chameleon IV-A). */
    public static final RedundancyScheme REP_3 = replication(3);
    /** The paper's RS(6,4): n = 6, k = 4 (reading 29). */
    public static final RedundancyScheme EC_4_2 = new RedundancyScheme(RedundancyPolicy.EC, 4, 2);

    /** A flash page, as in {@code io.chameleon.erasure.StripeLayout}. */
    public static final int MIN_SHARD_BYTES = 4096;

    private static final Pattern TEXT = Pattern.compile("REP\\((\\d{1,3})\\)|EC\\((\\d{1,3})\\+(\\d{1,3})\\)");
    private static final int MAX_WIDTH = 256;

    public RedundancyScheme {
        boolean shape = policy == RedundancyPolicy.REP ? dataFragments == 1 : dataFragments >= 1;
        if (!shape || parityFragments < 0 || dataFragments + parityFragments > MAX_WIDTH) {
            throw Require.violation(
                    "redundancy scheme",
                    policy + " " + dataFragments + "+" + parityFragments,
                    "1+(copies-1) for REP, at most " + MAX_WIDTH + " fragments in all");
        }
    }

    public static RedundancyScheme replication(int copies) {
        return new RedundancyScheme(RedundancyPolicy.REP, 1, copies - 1);
    }

    /** Fragments of one segment, each on its own server; in a short segment some are {@link #isPadding padding}. */
    public int width() {
        return dataFragments + parityFragments;
    }

    /** Durable fragments below which a write fails: k + 1 of k + m, 2 of 3 copies (docs/architecture.md, "A write"). */
    public int writeQuorum() {
        return Math.min(dataFragments + 1, width());
    }

    /**
     * Bytes of each fragment of a segment of {@code segmentBytes}; shards are padded to equal length. Even a short
     * fragment takes a page of flash, so no segment is cut into shards of less than {@link #MIN_SHARD_BYTES}: a segment
     * of one page is stored whole in its first shard, and read only from there.
     */
    public int fragmentBytes(int segmentBytes) {
        int even = (segmentBytes + dataFragments - 1) / dataFragments;
        return Math.max(even, Math.min(segmentBytes, MIN_SHARD_BYTES));
    }

    /**
     * Whether a fragment of a segment of {@code segmentBytes} is nothing but padding: a data shard that begins after
     * the segment's end, as is possible in short segments. It is all zeros, so it is never stored, requested or missed;
     * readers and decoders treat it as present.
     */
    public boolean isPadding(int index, int segmentBytes) {
        return index > 0 && index < dataFragments && (long) index * fragmentBytes(segmentBytes) >= segmentBytes;
    }

    /** Fragments of a segment of {@code segmentBytes} that are stored: all that are not {@link #isPadding padding}. */
    public int storedFragments(int segmentBytes) {
        int bytes = fragmentBytes(segmentBytes);
        int data = bytes == 0 ? 1 : (int) (((long) segmentBytes + bytes - 1) / bytes);
        return data + parityFragments;
    }

    /**
     * How many fragments of an object are durable if those of the {@code missing} indexes are not; padding counts as
     * durable. An index that is missing in one segment counts as missing in the whole object, since the segment is not
     * recorded. A shorter segment has no index that {@code longestSegmentBytes} lacks, so no segment is worse off.
     *
     * @param longestSegmentBytes length of the first segment, the object's longest; 0 for an object without segments
     */
    public int durableFragments(Collection<Integer> missing, int longestSegmentBytes) {
        long lost = longestSegmentBytes == 0
                ? 0
                : missing.stream()
                        .distinct()
                        .filter(index -> !isPadding(index, longestSegmentBytes))
                        .count();
        return width() - (int) lost;
    }

    /** The one rule for both sender and committer: whether a write may be acknowledged. */
    public boolean hasWriteQuorum(Collection<Integer> missing, int longestSegmentBytes) {
        return durableFragments(missing, longestSegmentBytes) >= writeQuorum();
    }

    /** Flash pages that fragment {@code index} of a segment takes: none if it is {@link #isPadding padding}. */
    public int fragmentPages(int index, int segmentBytes, int pageBytes) {
        return isPadding(index, segmentBytes) ? 0 : (fragmentBytes(segmentBytes) + pageBytes - 1) / pageBytes;
    }

    /** Flash pages that fragment {@code index} takes over all segments of an object of {@code size} bytes. */
    public long fragmentPages(int index, long size, int segmentBytes, int pageBytes) {
        long whole = size / segmentBytes;
        int rest = (int) (size % segmentBytes);
        return (whole == 0 ? 0 : whole * fragmentPages(index, segmentBytes, pageBytes))
                + (rest == 0 ? 0 : fragmentPages(index, rest, pageBytes));
    }

    /** Flash pages that all fragments of a segment take together. */
    public int segmentPages(int segmentBytes, int pageBytes) {
        return storedFragments(segmentBytes) * fragmentPages(0, segmentBytes, pageBytes);
    }

    /** Parses {@code REP(3)} or {@code EC(4+2)}. */
    public static RedundancyScheme parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        Require.that(matcher.matches(), "redundancy scheme", text, "REP(copies) or EC(data+parity)");
        return matcher.group(1) != null
                ? replication(Integer.parseInt(matcher.group(1)))
                : new RedundancyScheme(
                        RedundancyPolicy.EC, Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)));
    }

    @Override
    public String toString() {
        return policy == RedundancyPolicy.REP
                ? "REP(" + width() + ")"
                : "EC(" + dataFragments + "+" + parityFragments + ")";
    }
}
