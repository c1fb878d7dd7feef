package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.core.FragmentId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.StripeCodec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Restores all fragments of a segment from those that can be read: any replica, or any k of k + m shards, data first.
 * Reads are checked; one that fails is replaced by the next.
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
     * @param known fragments that have been read already, by index
     * @throws ChameleonError DATA_UNAVAILABLE if too few fragments can be read; FORMAT_NOT_READ if they are of an older
     *     format
     */
    byte[][] restore(int segment, Map<Integer, byte[]> known) {
        RedundancyScheme scheme = row.live().scheme();
        int length = row.content().segmentLength(segment);
        byte[] @Nullable [] read = new byte[scheme.width()][];
        known.forEach((index, bytes) -> read[index] = bytes);
        Iterator<Integer> candidates = IntStream.range(0, scheme.width())
                .filter(index ->
                        scheme.isPadding(index, length) || !avoided.contains(index) && !damaged.contains(index))
                .filter(index -> !known.containsKey(index))
                .iterator();
        for (int have = known.size(); have < scheme.dataFragments(); ) {
            List<FragmentIo.Reading> asked = ask(segment, candidates, scheme.dataFragments() - have);
            if (asked.isEmpty()) {
                throw new ChameleonError(
                        ErrorCode.DATA_UNAVAILABLE,
                        "segment " + segment + ": only " + have + " fragments can be read, " + scheme + " needs "
                                + scheme.dataFragments());
            }
            for (FragmentIo.Reading reading : asked) {
                byte[] bytes = bytes(reading);
                read[reading.index()] = bytes;
                have += bytes == null ? 0 : 1;
            }
        }
        return codec.restore(scheme.dataFragments(), scheme.parityFragments(), read, length);
    }

    private List<FragmentIo.Reading> ask(int segment, Iterator<Integer> candidates, int wanted) {
        List<FragmentIo.Reading> asked = new ArrayList<>();
        while (asked.size() < wanted && candidates.hasNext()) {
            int index = candidates.next();
            try {
                asked.add(fragments.begin(
                        row.live().servers().get(index),
                        new FragmentId(row.writeId(), segment, index),
                        row.live().scheme(),
                        row.content().segmentLength(segment)));
            } catch (ChameleonError away) {
                // The next one may answer.
                continue;
            }
        }
        return asked;
    }

    private byte @Nullable [] bytes(FragmentIo.Reading reading) {
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
