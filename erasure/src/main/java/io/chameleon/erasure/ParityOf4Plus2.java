package io.chameleon.erasure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The parity of 4+2 without tables, eight bytes at a time in a long. The pinned rows are 1b 1c 12 14 and 1c 1b 14 12,
 * so with a, b, c, d for the data and x for doubling, by Horner:
 *
 * <pre>
 * 1b·a + 1c·b + 12·c + 14·d = (((s + t)·x + a + b)·x + t)·x + s)·x + a,  s = a + c, t = b + d
 * 1c·a + 1b·b + 14·c + 12·d = the same with s and t exchanged in the last two steps, and b at the end
 * </pre>
 *
 * <p>Five doublings for four bytes in and two out. Only encoding has so few: other matrices are faster with tables.
 */
record ParityOf4Plus2(int[] inputs, int[] outputs, PackedTables tables) implements ShardCoder {
    private static final byte[][] ROWS = {{0x1b, 0x1c, 0x12, 0x14}, {0x1c, 0x1b, 0x14, 0x12}};
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final long POLYNOMIAL = 0x1d1d1d1d1d1d1d1dL;

    static boolean isParity(byte[][] rows) {
        return Arrays.deepEquals(rows, ROWS);
    }

    @Override
    public void code(byte[][] shards, int offset, int length) {
        byte[] in0 = shards[inputs[0]];
        byte[] in1 = shards[inputs[1]];
        byte[] in2 = shards[inputs[2]];
        byte[] in3 = shards[inputs[3]];
        byte[] out0 = shards[outputs[0]];
        byte[] out1 = shards[outputs[1]];
        int end = offset + (length & -Long.BYTES);
        for (int at = offset; at < end; at += Long.BYTES) {
            long a = (long) LONG.get(in0, at);
            long b = (long) LONG.get(in1, at);
            long s = a ^ (long) LONG.get(in2, at);
            long t = b ^ (long) LONG.get(in3, at);
            long common = doubled(doubled(s ^ t) ^ a ^ b);
            LONG.set(out0, at, doubled(doubled(common ^ t) ^ s) ^ a);
            LONG.set(out1, at, doubled(doubled(common ^ s) ^ t) ^ b);
        }
        tables.codeFew(shards, end, offset + length - end);
    }

    @Override
    public boolean check(byte[][] shards, int offset, int length) {
        return tables.check(shards, offset, length);
    }

    /** Each of the eight bytes times x: shifted, with the polynomial added if a bit fell out. */
    private static long doubled(long bytes) {
        long top = bytes & TOP_BITS;
        return (bytes ^ top) << 1 ^ (top - (top >>> 7)) & POLYNOMIAL;
    }
}
