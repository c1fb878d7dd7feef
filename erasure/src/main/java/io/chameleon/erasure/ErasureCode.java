package io.chameleon.erasure;

import java.util.Arrays;

/**
 * A systematic code with k data shards: Reed-Solomon with m parity shards, or locally repairable with l + r. Data on
 * flash depends on the parity rows, so they never change.
 *
 * @param dataShards k ≥ 1
 * @param parityShards m ≥ 0, or l + r; k + m ≤ 256
 * @param localGroups l; 0 for Reed-Solomon
 */
public record ErasureCode(int dataShards, int parityShards, int localGroups) {
    public ErasureCode {
        Checks.scheme(dataShards, parityShards);
        if (localGroups != 0) {
            LocalCode.requireFits(dataShards, localGroups, parityShards - localGroups);
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
        return isLocal()
                ? LocalCode.parityRows(dataShards, localGroups, parityShards - localGroups)
                : GaloisMatrix.parityRows(dataShards, parityShards);
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
