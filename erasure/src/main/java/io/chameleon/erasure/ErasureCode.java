package io.chameleon.erasure;

import java.util.Arrays;

/**
 * A systematic code with k data shards: Reed-Solomon with m parity shards, or locally repairable with l + r. Data on
 * flash depends on the parity rows, so they never change.
 *
 * <p>A locally repairable code has its data shards in l groups of k / l, one after the other. Shards k to k + l - 1
 * are the XOR of a group each, so a shard is made from k / l others. The last r are over all data: the sums of c · x,
 * and of c² · x. The coefficients c of group g are 2^(g + 17 t), t from 0 on: the multiplicative cosets of GF(16) in
 * GF(2⁸), which together with 0 are 17 additive subgroups with only 0 in common. So two differences of two
 * coefficients each, of different groups, are never equal. That is the condition of Huang et al., "Erasure Coding in
 * Windows Azure Storage" (USENIX ATC 2012), section 2.2.1, for a maximally recoverable code: what can be recovered
 * with such groups at all, is.
 *
 * @param dataShards k ≥ 1
 * @param parityShards m ≥ 0, or l + r; k + m ≤ 256
 * @param localGroups l; 0 for Reed-Solomon
 */
public record ErasureCode(int dataShards, int parityShards, int localGroups) {
    /** Cosets of GF(16) in GF(256). */
    private static final int MOST_GROUPS = 17;

    private static final int MOST_OF_GROUP = 15;
    private static final int MOST_GLOBALS = 2;
    /** Primitive for the polynomial of {@link GaloisField}. */
    private static final int GENERATOR = 2;

    public ErasureCode {
        Checks.scheme(dataShards, parityShards);
        int globals = parityShards - localGroups;
        boolean fits = localGroups == 0
                || localGroups >= 2
                        && localGroups <= MOST_GROUPS
                        && dataShards % localGroups == 0
                        && dataShards / localGroups >= 2
                        && dataShards / localGroups <= MOST_OF_GROUP
                        && globals >= 1
                        && globals <= MOST_GLOBALS;
        if (!fits) {
            throw new IllegalArgumentException("erasure code: '" + dataShards + "+" + localGroups + "+" + globals
                    + "' given, expected 2 to " + MOST_GROUPS + " groups of 2 to " + MOST_OF_GROUP
                    + " data shards each, and 1 or " + MOST_GLOBALS + " parity shards over all");
        }
    }

    /** Reed-Solomon. */
    public ErasureCode(int dataShards, int parityShards) {
        this(dataShards, parityShards, 0);
    }

    /** All shards. */
    public int width() {
        return dataShards + parityShards;
    }

    boolean isLocal() {
        return localGroups > 0;
    }

    /** The parity shards as sums of the data shards, one row of k coefficients for each. */
    byte[][] parityRows() {
        return isLocal() ? localRows() : GaloisMatrix.parityRows(dataShards, parityShards);
    }

    private byte[][] localRows() {
        byte[][] rows = new byte[parityShards][dataShards];
        int size = dataShards / localGroups;
        for (int shard = 0; shard < dataShards; shard++) {
            int group = shard / size;
            int coefficient = GaloisField.power(GENERATOR, group + MOST_GROUPS * (shard % size));
            rows[group][shard] = 1;
            for (int global = localGroups; global < parityShards; global++) {
                rows[global][shard] = (byte) GaloisField.power(coefficient, 1 + global - localGroups);
            }
        }
        return rows;
    }

    /** The row of a shard: of a data shard that of the identity. */
    static byte[] row(byte[][] parityRows, int dataShards, int shard) {
        return shard < dataShards
                ? GaloisMatrix.unitRow(dataShards, shard)
                : Arrays.copyOf(parityRows[shard - dataShards], dataShards);
    }

    /** As {@code 4+2} or {@code 12+2+2}. */
    @Override
    public String toString() {
        return isLocal()
                ? dataShards + "+" + localGroups + "+" + (parityShards - localGroups)
                : dataShards + "+" + parityShards;
    }
}
