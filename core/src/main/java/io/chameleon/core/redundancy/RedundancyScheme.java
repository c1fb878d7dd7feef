package io.chameleon.core.redundancy;

import io.chameleon.core.Require;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A policy with its numbers. It is stored with every object and fragment, so decoding never reads a global default.
 * Replication is a code with one data fragment: three copies are {@code (REP, 1, 2)}.
 *
 * <p>Two codes make EC. Of a Reed-Solomon code, {@code EC(k+m)}, any k fragments suffice to read. A locally repairable
 * code, {@code LRC(k+l+r)}, has a parity fragment for each of l groups of data fragments, so that one that is lost is
 * made from the k / l others of its group, and r parity fragments over all ({@link LocalGroups}). Whether fragments
 * suffice is therefore asked of {@link #isReadable} and {@link #margin}, never counted.
 *
 * @param dataFragments k; 1 under REP
 * @param parityFragments m; copies - 1 under REP, l + r of a locally repairable code
 * @param localGroups l; 0 unless the code is locally repairable
 */
public record RedundancyScheme(RedundancyPolicy policy, int dataFragments, int parityFragments, int localGroups) {
    /** Three copies (Chameleon IV-A). */
    public static final RedundancyScheme REP_3 = replication(3);
    /** The paper's RS(6,4): n = 6, k = 4 (reading 29). */
    public static final RedundancyScheme EC_4_2 = new RedundancyScheme(RedundancyPolicy.EC, 4, 2);

    /** A flash page, as in {@code io.chameleon.erasure.StripeLayout}. */
    public static final int MIN_SHARD_BYTES = 4096;

    private static final Pattern TEXT = Pattern.compile(
            "REP\\((\\d{1,3})\\)|EC\\((\\d{1,3})\\+(\\d{1,3})\\)" + "|LRC\\((\\d{1,3})\\+(\\d{1,3})\\+(\\d{1,3})\\)");
    private static final String FORMS = "REP(copies), EC(data+parity) or LRC(data+groups+parity)";
    private static final int MAX_WIDTH = 256;
    private static final String WHAT = "redundancy scheme";
    private static final String COPIES = "REP(copies) of 1 to " + MAX_WIDTH + " copies";
    private static final String SHARDS =
            "EC(data+parity) of 1 data fragment or more, and at most " + MAX_WIDTH + " fragments in all";

    public RedundancyScheme {
        boolean shape = policy == RedundancyPolicy.REP ? dataFragments == 1 : dataFragments >= 1;
        if (!shape || parityFragments < 0 || dataFragments + parityFragments > MAX_WIDTH) {
            throw Require.violation(
                    WHAT,
                    policy + " " + dataFragments + "+" + parityFragments,
                    "1+(copies-1) for REP, at most " + MAX_WIDTH + " fragments in all");
        }
        if (localGroups != 0) {
            LocalGroups.requireShape(policy, dataFragments, localGroups, parityFragments - localGroups);
        }
    }

    /** Without local groups. */
    public RedundancyScheme(RedundancyPolicy policy, int dataFragments, int parityFragments) {
        this(policy, dataFragments, parityFragments, 0);
    }

    /** {@code LRC(k+l+r)}. */
    public static RedundancyScheme local(int dataFragments, int groups, int globalParities) {
        LocalGroups.requireShape(RedundancyPolicy.EC, dataFragments, groups, globalParities);
        return new RedundancyScheme(RedundancyPolicy.EC, dataFragments, groups + globalParities, groups);
    }

    public static RedundancyScheme replication(int copies) {
        return new RedundancyScheme(RedundancyPolicy.REP, 1, copies - 1);
    }

    /** Fragments of one segment, each on its own server; in a short segment some are {@link #isPadding padding}. */
    public int width() {
        return dataFragments + parityFragments;
    }

    /** Whether the code is locally repairable. */
    public boolean isLocal() {
        return localGroups > 0;
    }

    /** Fragments that may be lost, whichever they are: all of parity, or r + 1 if the code is locally repairable. */
    public int survives() {
        return isLocal() ? parityFragments - localGroups + 1 : parityFragments;
    }

    /**
     * How many fragments may still be lost, whichever they are, if those of the {@code lost} indexes are; negative if
     * too many are lost to read the others' data.
     */
    public int margin(Collection<Integer> lost) {
        return isLocal()
                ? LocalGroups.of(this).margin(lost)
                : parityFragments - (int) lost.stream().distinct().count();
    }

    /** Fragments among these that are independent: all data can be made from k of them. */
    public int rank(BitSet fragments) {
        return isLocal() ? LocalGroups.of(this).rank(fragments) : Math.min(dataFragments, fragments.cardinality());
    }

    /** Whether all data can be made from these fragments. */
    public boolean isReadable(BitSet fragments) {
        return rank(fragments) == dataFragments;
    }

    /** Whether a fragment adds to what can be made from others, which are not enough without it. */
    public boolean adds(BitSet fragments, int index) {
        if (fragments.get(index)) {
            return false;
        }
        BitSet with = (BitSet) fragments.clone();
        with.set(index);
        return rank(with) > rank(fragments);
    }

    /**
     * The data fragments of the local group of a fragment and the group's parity, of which each is made from the
     * others; none of a fragment in no group.
     */
    public BitSet localGroup(int index) {
        return isLocal() ? LocalGroups.of(this).members(index) : new BitSet();
    }

    /**
     * The fewest durable fragments with which a write can succeed: k + 1 of k + m, 2 of 3 copies (docs/architecture.md,
     * "A write"). If the code is locally repairable, not any so many do: see {@link #hasWriteQuorum}.
     */
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

    /** The fragments of a segment of {@code segmentBytes} that are {@link #isPadding padding}. */
    public BitSet padding(int segmentBytes) {
        BitSet padding = new BitSet();
        for (int index = 0; index < dataFragments; index++) {
            padding.set(index, isPadding(index, segmentBytes));
        }
        return padding;
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
        return width()
                - (int) stored(missing, longestSegmentBytes).stream().distinct().count();
    }

    /** The one rule for both sender and committer: whether a write may be acknowledged. */
    public boolean hasWriteQuorum(Collection<Integer> missing, int longestSegmentBytes) {
        return isLocal()
                ? margin(stored(missing, longestSegmentBytes)) >= 1
                : durableFragments(missing, longestSegmentBytes) >= writeQuorum();
    }

    /** What {@link #hasWriteQuorum} asks for, for people. */
    public String quorumText() {
        return isLocal()
                ? "so many that another may be lost are needed under " + this
                : writeQuorum() + " are needed under " + this;
    }

    private List<Integer> stored(Collection<Integer> missing, int longestSegmentBytes) {
        return longestSegmentBytes == 0
                ? List.of()
                : missing.stream()
                        .filter(index -> !isPadding(index, longestSegmentBytes))
                        .toList();
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

    /** Parses {@code REP(3)}, {@code EC(4+2)} or {@code LRC(12+2+2)}. */
    public static RedundancyScheme parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        Require.that(matcher.matches(), WHAT, text, FORMS);
        if (matcher.group(1) != null) {
            int copies = number(matcher, 1);
            Require.that(copies >= 1 && copies <= MAX_WIDTH, WHAT, text, COPIES);
            return replication(copies);
        }
        if (matcher.group(2) != null) {
            int data = number(matcher, 2);
            int parity = number(matcher, 3);
            Require.that(data >= 1 && data + parity <= MAX_WIDTH, WHAT, text, SHARDS);
            return new RedundancyScheme(RedundancyPolicy.EC, data, parity);
        }
        return local(number(matcher, 4), number(matcher, 5), number(matcher, 6));
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    @Override
    public String toString() {
        if (policy == RedundancyPolicy.REP) {
            return "REP(" + width() + ")";
        }
        return isLocal()
                ? "LRC(" + dataFragments + "+" + localGroups + "+" + (parityFragments - localGroups) + ")"
                : "EC(" + dataFragments + "+" + parityFragments + ")";
    }
}
