package io.chameleon.erasure;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** One matrix in ISA-L's tables. Direct buffers are coded in place, arrays through native blocks. */
final class IsalCoder implements ShardCoder {
    private static final int CACHE_LINE = 64;

    private final int[] inputs;
    private final int[] outputs;
    private final MemorySegment tables;
    private final SlotPool<IsalScratch> pool;
    private final PackedTables checker;

    IsalCoder(byte[][] rows, int[] inputs, int[] outputs, SlotPool<IsalScratch> pool) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.pool = pool;
        checker = new PackedTables(rows, inputs, outputs);
        int coefficients = inputs.length * outputs.length;
        tables = Arena.ofAuto().allocate(Math.max(1L, (long) IsalLibrary.TABLE_BYTES * coefficients), CACHE_LINE);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment matrix = arena.allocate(Math.max(1, coefficients));
            for (int row = 0; row < rows.length; row++) {
                MemorySegment.copy(rows[row], 0, matrix, JAVA_BYTE, (long) row * inputs.length, inputs.length);
            }
            IsalLibrary.initTables(inputs.length, outputs.length, matrix.address(), tables.address());
        }
    }

    @Override
    public void code(byte[][] shards, int offset, int length) {
        IsalScratch scratch = pool.take();
        for (int i = 0; i < inputs.length + outputs.length; i++) {
            scratch.pointToBlock(i);
        }
        for (int at = 0; at < length; at += scratch.blockBytes()) {
            int bytes = Math.min(scratch.blockBytes(), length - at);
            for (int i = 0; i < inputs.length; i++) {
                scratch.copyIn(shards[inputs[i]], offset + at, i, bytes);
            }
            encode(scratch, bytes);
            for (int o = 0; o < outputs.length; o++) {
                scratch.copyOut(inputs.length + o, shards[outputs[o]], offset + at, bytes);
            }
        }
        pool.giveBack(scratch);
    }

    @Override
    public boolean check(byte[][] shards, int offset, int length) {
        return checker.check(shards, offset, length);
    }

    @Override
    public boolean codeInPlace(ByteBuffer[] shards, int offset, int length) {
        if (!allDirect(shards)) {
            return false;
        }
        IsalScratch scratch = pool.take();
        for (int i = 0; i < inputs.length; i++) {
            scratch.point(i, address(shards[inputs[i]]) + offset);
        }
        for (int o = 0; o < outputs.length; o++) {
            scratch.point(inputs.length + o, address(shards[outputs[o]]) + offset);
        }
        encode(scratch, length);
        Reference.reachabilityFence(shards);
        pool.giveBack(scratch);
        return true;
    }

    private void encode(IsalScratch scratch, int length) {
        if (length > 0 && outputs.length > 0) {
            IsalLibrary.encode(
                    length,
                    inputs.length,
                    outputs.length,
                    tables.address(),
                    scratch.pointer(0),
                    scratch.pointer(inputs.length));
        }
    }

    private boolean allDirect(ByteBuffer[] shards) {
        for (int input : inputs) {
            if (!shards[input].isDirect()) {
                return false;
            }
        }
        for (int output : outputs) {
            if (!shards[output].isDirect()) {
                return false;
            }
        }
        return true;
    }

    /** Address of the buffer's byte 0. */
    private static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address() - buffer.position();
    }
}
