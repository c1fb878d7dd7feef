package io.chameleon.balancer.repair;

import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.BitSet;
import java.util.Collection;

/**
 * Which fragments of a segment to read to make others: the rest of their local groups, as long as that is possible, for
 * it is a fraction of the data. Else as many as yield all data, data fragments first. Not thread-safe.
 */
final class FragmentChoice {
    private final RedundancyScheme scheme;
    private final BitSet wanted;
    private final BitSet there = new BitSet();
    private final BitSet failed = new BitSet();

    /**
     * @param known indexes of those that are there
     * @param wanted indexes of those that are to be made; one that is there is made already
     */
    FragmentChoice(RedundancyScheme scheme, Collection<Integer> known, BitSet wanted) {
        this.scheme = scheme;
        this.wanted = wanted;
        known.forEach(there::set);
    }

    /** It cannot be read. */
    void failed(int index) {
        if (!there.get(index)) {
            failed.set(index);
        }
    }

    void answered(int index, boolean read) {
        (read ? there : failed).set(index);
    }

    /** How many are there. */
    int there() {
        return there.cardinality();
    }

    /** Whether all fragments can be made of those that are there. */
    boolean isWhole() {
        return scheme.isReadable(there);
    }

    /** Whether the wanted can be made of those that are there. */
    boolean isEnough() {
        return isWhole() || wanted.stream().allMatch(index -> there.get(index) || isIn(there, othersOfGroup(index)));
    }

    /** What to read next, if that is not enough; nothing if no more can be read. */
    BitSet next() {
        BitSet local = ofGroups();
        return local.isEmpty() ? ofStripe() : local;
    }

    private BitSet ofGroups() {
        BitSet next = new BitSet();
        for (int index : wanted.stream().toArray()) {
            BitSet others = othersOfGroup(index);
            if (!there.get(index) && (others.isEmpty() || others.intersects(failed))) {
                return new BitSet();
            }
            next.or(there.get(index) ? new BitSet() : others);
        }
        next.andNot(there);
        return next;
    }

    private BitSet ofStripe() {
        BitSet next = new BitSet();
        BitSet expected = (BitSet) there.clone();
        for (int index = 0; index < scheme.width() && !scheme.isReadable(expected); index++) {
            if (!failed.get(index) && scheme.adds(expected, index)) {
                expected.set(index);
                next.set(index);
            }
        }
        return next;
    }

    private BitSet othersOfGroup(int index) {
        BitSet others = scheme.localGroup(index);
        others.clear(index);
        return others;
    }

    private static boolean isIn(BitSet all, BitSet some) {
        BitSet missing = (BitSet) some.clone();
        missing.andNot(all);
        return !some.isEmpty() && missing.isEmpty();
    }
}
