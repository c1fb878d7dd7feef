package io.chameleon.core.redundancy;

import io.chameleon.core.Require;
import java.util.BitSet;
import java.util.Collection;

/**
 * How the fragments of a locally repairable code depend on each other (Huang et al., "Erasure Coding in Windows Azure
 * Storage", USENIX ATC 2012). Data fragments 0 to k - 1 are in l groups of k / l, one after the other. Fragments k to k
 * + l - 1 are the parities of the groups, the last r those over all data.
 *
 * <p>The code is maximally recoverable: what can be recovered with such groups at all, is. So each group gives for each
 * of its data fragments one of its fragments, whichever they are, and each global parity makes up for one that a group
 * has not: {@code LocalCodeTest} of {@code erasure} proves it for every loss.
 */
record LocalGroups(int data, int groups, int globals) {
    /** The groups' coefficients are in subspaces of GF(2⁸) that have only 0 in common: 17, of 15 elements each. */
    private static final int MOST_GROUPS = 17;

    private static final int MOST_OF_GROUP = 15;
    /** Two rows of coefficients are maximally recoverable with any such subspaces; three would have to be searched. */
    private static final int MOST_GLOBALS = 2;

    static LocalGroups of(RedundancyScheme scheme) {
        return new LocalGroups(
                scheme.dataFragments(), scheme.localGroups(), scheme.parityFragments() - scheme.localGroups());
    }

    static void requireShape(RedundancyPolicy policy, int data, int groups, int globals) {
        boolean fits = policy == RedundancyPolicy.EC
                && groups >= 2
                && groups <= MOST_GROUPS
                && data % groups == 0
                && data / groups >= 2
                && data / groups <= MOST_OF_GROUP
                && globals >= 1
                && globals <= MOST_GLOBALS;
        if (!fits) {
            throw Require.violation(
                    "redundancy scheme",
                    "LRC(" + data + "+" + groups + "+" + globals + ")",
                    "2 to " + MOST_GROUPS + " groups, of 2 to " + MOST_OF_GROUP + " data fragments each, and 1 or "
                            + MOST_GLOBALS + " parity fragments over all");
        }
    }

    private int groupSize() {
        return data / groups;
    }

    /** The group of a fragment; -1 if it is a parity over all data. */
    private int groupOf(int index) {
        if (index < data) {
            return index / groupSize();
        }
        return index < data + groups ? index - data : -1;
    }

    BitSet members(int index) {
        BitSet members = new BitSet();
        int group = groupOf(index);
        if (group >= 0) {
            members.set(group * groupSize(), (group + 1) * groupSize());
            members.set(data + group);
        }
        return members;
    }

    int rank(BitSet fragments) {
        int[] there = new int[groups];
        int global = 0;
        for (int index = fragments.nextSetBit(0); index >= 0; index = fragments.nextSetBit(index + 1)) {
            int group = groupOf(index);
            if (group < 0) {
                global++;
            } else {
                there[group]++;
            }
        }
        int rank = global;
        for (int count : there) {
            rank += Math.min(count, groupSize());
        }
        return Math.min(rank, data);
    }

    /**
     * Each group makes up for one loss by itself; every other takes a global parity, as does a global parity's own.
     * Once a group has lost one, each further loss there takes one; before that one loss is free.
     */
    int margin(Collection<Integer> lost) {
        int[] ofGroups = new int[groups];
        int taken = 0;
        boolean broken = false;
        BitSet distinct = new BitSet();
        lost.forEach(distinct::set);
        for (int index = distinct.nextSetBit(0); index >= 0; index = distinct.nextSetBit(index + 1)) {
            int group = groupOf(index);
            if (group < 0 || ofGroups[group]++ > 0) {
                taken++;
            }
            broken |= group >= 0;
        }
        return globals - taken + (broken ? 0 : 1);
    }
}
