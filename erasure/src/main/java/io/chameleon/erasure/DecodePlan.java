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

    /** The pattern has at least k shards present; {@code wanted == null} means all. */
    DecodePlan(
            byte[][] parityRows,
            int dataShards,
            boolean[] present,
            boolean @Nullable [] wanted,
            ShardCoder.Factory factory) {
        this.present = present;
        this.wanted = wanted;
        hash = hash(present, wanted);
        inputs = IntStream.range(0, present.length)
                .filter(i -> present[i])
                .limit(dataShards)
                .toArray();
        outputs = IntStream.range(0, present.length)
                .filter(i -> !present[i] && (wanted == null || wanted[i]))
                .toArray();
        coder = factory.coder(rows(parityRows, dataShards), inputs, outputs);
    }

    static int hash(boolean[] present, boolean @Nullable [] wanted) {
        return 31 * Arrays.hashCode(present) + Arrays.hashCode(wanted);
    }

    boolean isFor(int patternHash, boolean[] pattern, boolean @Nullable [] wish) {
        return hash == patternHash && Arrays.equals(present, pattern) && Arrays.equals(wanted, wish);
    }

    /** inputs = A · data, so data = A⁻¹ · inputs, and a parity shard is its row of the code times that. */
    private byte[][] rows(byte[][] parityRows, int dataShards) {
        byte[][] read = new byte[dataShards][];
        for (int i = 0; i < dataShards; i++) {
            read[i] = codeRow(parityRows, dataShards, inputs[i]);
        }
        byte[][] toData = GaloisMatrix.invert(read);
        byte[][] rows = new byte[outputs.length][];
        for (int o = 0; o < outputs.length; o++) {
            rows[o] = GaloisMatrix.times(codeRow(parityRows, dataShards, outputs[o]), toData);
        }
        return rows;
    }

    private static byte[] codeRow(byte[][] parityRows, int dataShards, int shard) {
        return shard < dataShards ? GaloisMatrix.unitRow(dataShards, shard) : parityRows[shard - dataShards];
    }
}
