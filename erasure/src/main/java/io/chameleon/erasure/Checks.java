package io.chameleon.erasure;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Formats a bad argument as one line: what it is, its value, what was expected. Valid arguments cost no allocation. */
final class Checks {
    static final int MAX_WIDTH = 256;

    private Checks() {}

    static void scheme(int dataShards, int parityShards) {
        // Compared one by one: the sum of two large numbers may wrap around.
        if (dataShards < 1 || parityShards < 0 || dataShards > MAX_WIDTH || parityShards > MAX_WIDTH - dataShards) {
            throw new IllegalArgumentException("erasure scheme: '" + dataShards + "+" + parityShards
                    + "' given, expected at least 1 data and 0 parity shards, at most " + MAX_WIDTH + " in all");
        }
    }

    static void width(String what, int given, int expected) {
        if (given != expected) {
            throw new IllegalArgumentException(what + ": " + given + " given, expected " + expected + ", data first");
        }
    }

    static void range(String what, int offset, int length) {
        if (offset < 0 || length < 0 || offset > Integer.MAX_VALUE - length) {
            throw new IllegalArgumentException(what + ": offset " + offset + " and length " + length
                    + " given, expected both at least 0 and their sum below 2^31");
        }
    }

    static void rangeWithin(String what, int offset, int length, int limit) {
        range(what, offset, length);
        if (offset + length > limit) {
            throw new IllegalArgumentException(what + ": offset " + offset + " and length " + length
                    + " given, expected an end within " + limit + " bytes");
        }
    }

    static void shard(byte @Nullable [] shard, int index, int offset, int length) {
        if (shard == null) {
            throw new IllegalArgumentException("shard " + index + ": null given, expected an array");
        }
        if (shard.length < offset + length) {
            throw new IllegalArgumentException(
                    "shard " + index + ": " + shard.length + " bytes given, expected at least " + (offset + length)
                            + " (offset " + offset + " + length " + length + ")");
        }
    }

    static void shard(@Nullable ByteBuffer shard, int index, int offset, int length) {
        if (shard == null) {
            throw new IllegalArgumentException("shard " + index + ": null given, expected a buffer");
        }
        if (shard.limit() < offset + length) {
            throw new IllegalArgumentException(
                    "shard " + index + ": " + shard.limit() + " bytes given, expected at least " + (offset + length)
                            + " (offset " + offset + " + length " + length + ")");
        }
    }

    static void writable(ByteBuffer shard, int index) {
        if (shard.isReadOnly()) {
            throw new IllegalArgumentException(
                    "shard " + index + ": a read-only buffer given, expected a writable one");
        }
    }

    /** Writing over an input would corrupt the stripe silently. */
    @SuppressWarnings("ReferenceEquality") // the same array is meant, not equal bytes
    static void notShared(@Nullable Object[] shards, int output) {
        for (int i = 0; i < shards.length; i++) {
            if (i != output && shards[i] == shards[output]) {
                String what = shards[i] instanceof ByteBuffer ? "buffer" : "array";
                throw new IllegalArgumentException(
                        "shard " + output + ": the " + what + " of shard " + i + " given, expected its own");
            }
        }
    }
}
