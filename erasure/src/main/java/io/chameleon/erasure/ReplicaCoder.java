package io.chameleon.erasure;

import java.util.Arrays;

/** The coder of k = 1, with all coefficients 1: every shard is a copy of the one that is read. */
record ReplicaCoder(int input, int[] outputs) implements ShardCoder {
    @Override
    public void code(byte[][] shards, int offset, int length) {
        for (int output : outputs) {
            System.arraycopy(shards[input], offset, shards[output], offset, length);
        }
    }

    @Override
    public boolean check(byte[][] shards, int offset, int length) {
        int end = offset + length;
        for (int output : outputs) {
            if (!Arrays.equals(shards[input], offset, end, shards[output], offset, end)) {
                return false;
            }
        }
        return true;
    }
}
