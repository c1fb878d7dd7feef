package io.chameleon.erasure;

import java.nio.ByteBuffer;

/**
 * One matrix, ready to be applied to shards: output o = Σ rows[o][i] · input i, byte by byte. Encoding and every decode
 * pattern are one coder each. Arguments are checked by the caller; calls allocate nothing; safe from any thread.
 */
interface ShardCoder {
    /** Writes bytes [offset, offset + length) of the output shards. */
    void code(byte[][] shards, int offset, int length);

    /** Whether the output shards hold what {@link #code} would write. */
    boolean check(byte[][] shards, int offset, int length);

    /**
     * Writes bytes [offset, offset + length) of the output shards if it can work on these buffers in place; otherwise
     * does nothing and returns false.
     */
    default boolean codeInPlace(ByteBuffer[] shards, int offset, int length) {
        return false;
    }

    /** Creates the coder of a kind. */
    @FunctionalInterface
    interface Factory {
        /**
         * @param rows one per output, one coefficient per input
         * @param inputs which shards are read
         * @param outputs which shards are written
         */
        ShardCoder coder(byte[][] rows, int[] inputs, int[] outputs);
    }
}
