package io.chameleon.erasure;

import com.backblaze.erasure.CodingLoop;
import com.backblaze.erasure.InputOutputByteTableCodingLoop;
import com.backblaze.erasure.ReedSolomon;
import java.util.Arrays;

/**
 * Backblaze's coding loop, the one {@code ReedSolomon.create} takes. Its {@code encodeParity} and {@code decodeMissing}
 * allocate arrays, and the latter inverts a matrix, on each call. So the loop is called directly, with precomputed
 * matrices.
 */
final class BackblazeCodec extends MatrixCodec {
    private static final CodingLoop LOOP = new InputOutputByteTableCodingLoop();

    BackblazeCodec(ErasureCode code) {
        super(CodecKind.BACKBLAZE, code, coders(new ScratchPool(code.dataShards(), code.parityShards())));
        // Without parity there is no matrix, and the library refuses stripes of one shard; it has no local groups.
        if (code.parityShards() > 0 && !code.isLocal()) {
            requireLibraryMatrix();
        }
    }

    /** Encoding the identity yields the library's matrix: another one would make stored data unreadable. */
    private void requireLibraryMatrix() {
        int k = dataShards();
        byte[][] identity = new byte[width()][k];
        for (int i = 0; i < k; i++) {
            identity[i][i] = 1;
        }
        ReedSolomon.create(k, parityShards()).encodeParity(identity, 0, k);
        if (!Arrays.deepEquals(Arrays.copyOfRange(identity, k, width()), parityRows())) {
            throw new IllegalStateException("com.backblaze.erasure: another parity matrix for " + k + "+"
                    + parityShards() + " on the class path, expected Backblaze's");
        }
    }

    /** The library requires inputs and outputs in separate dense arrays: these are lent from a pool. */
    private static ShardCoder.Factory coders(ScratchPool pool) {
        return (rows, inputs, outputs) -> new Coder(rows, inputs, outputs, pool);
    }

    private record Coder(byte[][] rows, int[] inputs, int[] outputs, ScratchPool pool) implements ShardCoder {
        @Override
        public void code(byte[][] shards, int offset, int length) {
            ScratchPool.Scratch scratch = pool.take(shards, inputs, outputs);
            LOOP.codeSomeShards(
                    rows, scratch.inputs(), inputs.length, scratch.outputs(), outputs.length, offset, length);
            pool.giveBack(scratch);
        }

        @Override
        public boolean check(byte[][] shards, int offset, int length) {
            ScratchPool.Scratch scratch = pool.take(shards, inputs, outputs);
            // Without a buffer the library compares byte by byte, and allocates nothing.
            boolean same = LOOP.checkSomeShards(
                    rows, scratch.inputs(), inputs.length, scratch.outputs(), outputs.length, offset, length, null);
            pool.giveBack(scratch);
            return same;
        }
    }
}
