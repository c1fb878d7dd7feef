package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.balancer.servers.FragmentReading;
import io.chameleon.core.FragmentId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.StripeCodec;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Restores fragments of a segment from those that can be read: from their local groups if that is possible, else from
 * any replica, or shards that yield all data. Reads are checked; one that fails is replaced by another.
 *
 * <p>Memory: the fragments of one segment.
 */
final class SegmentRestorer {
    private final ObjectMapping row;
    private final FragmentIo fragments;
    private final StripeCodec codec;
    private final Set<Integer> avoided;
    private final Set<Integer> damaged = new TreeSet<>();

    /** @param avoided indexes that are known to be missing */
    SegmentRestorer(ObjectMapping row, FragmentIo fragments, StripeCodec codec, Set<Integer> avoided) {
        this.row = row;
        this.fragments = fragments;
        this.codec = codec;
        this.avoided = Set.copyOf(avoided);
    }

    /** Indexes that turned out to be missing or damaged, beside those that were avoided. */
    List<Integer> damaged() {
        return List.copyOf(damaged);
    }

    /**
     * What was restored.
     *
     * @param fragments by index
     * @param whole whether it is all of them; else those that were wanted, and the others of their local groups
     */
    record Restored(byte[][] fragments, boolean whole) {}

    /** All fragments of a segment; throws as {@link #restore}. */
    byte[][] restoreAll(int segment) {
        BitSet all = new BitSet();
        all.set(0, row.live().scheme().width());
        return restore(segment, Map.of(), all).fragments();
    }

    /**
     * @param known fragments that have been read already, by index
     * @param wanted indexes of those that are to be made
     * @throws ChameleonError DATA_UNAVAILABLE if too few fragments can be read; FORMAT_NOT_READ if they are of an older
     *     format
     */
    Restored restore(int segment, Map<Integer, byte[]> known, BitSet wanted) {
        RedundancyScheme scheme = row.live().scheme();
        int length = row.content().segmentLength(segment);
        byte[] @Nullable [] read = new byte[scheme.width()][];
        known.forEach((index, bytes) -> read[index] = bytes);
        FragmentChoice choice = new FragmentChoice(scheme, known.keySet(), wanted);
        IntStream.range(0, scheme.width())
                .filter(index ->
                        !scheme.isPadding(index, length) && (avoided.contains(index) || damaged.contains(index)))
                .forEach(choice::failed);
        while (!choice.isEnough()) {
            BitSet next = choice.next();
            if (next.isEmpty()) {
                throw new ChameleonError(
                        ErrorCode.DATA_UNAVAILABLE,
                        "segment " + segment + ": only " + choice.there() + " fragments can be read, too few under "
                                + scheme);
            }
            for (FragmentReading reading : ask(segment, next, choice)) {
                byte[] bytes = bytes(reading);
                read[reading.index()] = bytes;
                choice.answered(reading.index(), bytes != null);
            }
        }
        boolean whole = choice.isWhole();
        ErasureCode code = new ErasureCode(scheme.dataFragments(), scheme.parityFragments(), scheme.localGroups());
        return new Restored(
                whole ? codec.restore(code, read, length) : codec.restore(code, read, flags(wanted, scheme), length),
                whole);
    }

    private static boolean[] flags(BitSet wanted, RedundancyScheme scheme) {
        boolean[] flags = new boolean[scheme.width()];
        wanted.stream().forEach(index -> flags[index] = true);
        return flags;
    }

    private List<FragmentReading> ask(int segment, BitSet indexes, FragmentChoice choice) {
        List<FragmentReading> asked = new ArrayList<>();
        for (int index : indexes.stream().toArray()) {
            try {
                asked.add(fragments.begin(
                        row.live().servers().get(index),
                        new FragmentId(row.writeId(), segment, index),
                        row.live().scheme(),
                        row.content().segmentLength(segment)));
            } catch (ChameleonError away) {
                // Another may answer.
                choice.failed(index);
            }
        }
        return asked;
    }

    private byte @Nullable [] bytes(FragmentReading reading) {
        try {
            return reading.bytes();
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.FORMAT_NOT_READ) {
                throw e;
            }
            if (e.code() == ErrorCode.FRAGMENT_NOT_FOUND || e.code() == ErrorCode.CORRUPT_FRAGMENT) {
                damaged.add(reading.index());
            }
            return null;
        }
    }
}
