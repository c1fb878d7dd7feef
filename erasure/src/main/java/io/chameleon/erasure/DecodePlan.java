package io.chameleon.erasure;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How to rebuild one pattern of absent shards: the shards to read, the shards to write, and the coder. */
final class DecodePlan {
    private final boolean[] present;
    private final boolean @Nullable [] wanted;
    private final int hash;
    final int[] inputs;
    final int[] outputs;
    final ShardCoder coder;

    /**
     * Reads the first independent shards that are present, as far as they take part: of a Reed-Solomon code k, of a
     * locally repairable one the group, if that is enough.
     *
     * @param wanted null: all
     * @throws NotEnoughShardsException if the present shards do not yield the others
     */
    DecodePlan(
            ErasureCode code,
            byte[][] parityRows,
            boolean[] present,
            boolean @Nullable [] wanted,
            ShardCoder.Factory factory) {
        this.present = present;
        this.wanted = wanted;
        hash = hash(present, wanted);
        int dataShards = code.dataShards();
        RowBasis basis = new RowBasis(dataShards);
        int[] read = IntStream.range(0, present.length)
                .filter(i -> present[i] && basis.add(ErasureCode.row(parityRows, dataShards, i)))
                .toArray();
        outputs = IntStream.range(0, present.length)
                .filter(i -> !present[i] && (wanted == null || wanted[i]))
                .toArray();
        byte[][] rows = new byte[outputs.length][];
        for (int o = 0; o < outputs.length; o++) {
            byte[] row = basis.express(ErasureCode.row(parityRows, dataShards, outputs[o]));
            if (row == null) {
                throw NotEnoughShardsException.of(present, code);
            }
            rows[o] = row;
        }
        int[] used = IntStream.range(0, read.length)
                .filter(i -> Arrays.stream(rows).anyMatch(row -> row[i] != 0))
                .toArray();
        inputs = Arrays.stream(used).map(i -> read[i]).toArray();
        coder = factory.coder(GaloisMatrix.columns(rows, used), inputs, outputs);
    }

    static int hash(boolean[] present, boolean @Nullable [] wanted) {
        return 31 * Arrays.hashCode(present) + Arrays.hashCode(wanted);
    }

    boolean isFor(int patternHash, boolean[] pattern, boolean @Nullable [] wish) {
        return hash == patternHash && Arrays.equals(present, pattern) && Arrays.equals(wanted, wish);
    }
}
