package io.chameleon.erasure;

/**
 * The parities of a locally repairable code. It has its data shards in l groups of k / l, one after the other. Shards k
 * to k + l - 1 are the XOR of a group each, so a shard is made from k / l others. The last r are over all data: the
 * sums of c · x, and of c² · x.
 *
 * <p>The coefficients c of group g are 2^(g + 17 t), t from 0 on: the multiplicative cosets of GF(16) in GF(2⁸), which
 * together with 0 are 17 additive subgroups with only 0 in common. So two differences of two coefficients each, of
 * different groups, are never equal. That is the condition of Huang et al., "Erasure Coding in Windows Azure Storage"
 * (USENIX ATC 2012), section 2.2.1, for a maximally recoverable code: what can be recovered with such groups at all,
 * is.
 */
final class LocalCode {
    /** Cosets of GF(16) in GF(256). */
    private static final int MOST_GROUPS = 17;

    private static final int MOST_OF_GROUP = 15;
    private static final int MOST_GLOBALS = 2;
    /** Primitive for the polynomial of {@link GaloisField}. */
    private static final int GENERATOR = 2;

    private LocalCode() {}

    /** Throws unless the coefficients suffice for so many shards, groups and parities over all. */
    static void requireFits(int dataShards, int groups, int globals) {
        boolean fits = groups >= 2
                && groups <= MOST_GROUPS
                && dataShards % groups == 0
                && dataShards / groups >= 2
                && dataShards / groups <= MOST_OF_GROUP
                && globals >= 1
                && globals <= MOST_GLOBALS;
        if (!fits) {
            throw new IllegalArgumentException("erasure code: '" + dataShards + "+" + groups + "+" + globals
                    + "' given, expected 2 to " + MOST_GROUPS + " groups of 2 to " + MOST_OF_GROUP
                    + " data shards each, and 1 or " + MOST_GLOBALS + " parity shards over all");
        }
    }

    /** As {@link ErasureCode#parityRows}. */
    static byte[][] parityRows(int dataShards, int groups, int globals) {
        byte[][] rows = new byte[groups + globals][dataShards];
        int size = dataShards / groups;
        for (int shard = 0; shard < dataShards; shard++) {
            int group = shard / size;
            int coefficient = GaloisField.power(GENERATOR, group + MOST_GROUPS * (shard % size));
            rows[group][shard] = 1;
            for (int global = 0; global < globals; global++) {
                rows[groups + global][shard] = (byte) GaloisField.power(coefficient, 1 + global);
            }
        }
        return rows;
    }
}
