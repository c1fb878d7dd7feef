package io.chameleon.s3.md5;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One MD5 in the making (RFC 1321). For one thread at a time.
 *
 * <p>Memory: a state of 16 bytes, and what is left of the last segment beyond whole blocks.
 */
public final class Md5Message {
    static final int BLOCK_BYTES = 64;
    static final int WORDS = 4;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    private long length;
    private byte[] rest = {};

    int[] state() {
        return state;
    }

    /**
     * Counts the next bytes. Mixes those that complete a block with what is left of the ones before, and returns how
     * many they are. All whole blocks after them are to be mixed into the state; the rest is kept.
     */
    int append(byte[] bytes, int from, int count) {
        length += count;
        int first = rest.length == 0 ? 0 : Math.min(count, BLOCK_BYTES - rest.length);
        if (first > 0) {
            int had = rest.length;
            rest = Arrays.copyOf(rest, had + first);
            System.arraycopy(bytes, from, rest, had, first);
        }
        if (rest.length == BLOCK_BYTES) {
            mix(rest);
            rest = new byte[0];
        }
        if (first < count) {
            int end = from + count;
            rest = Arrays.copyOfRange(bytes, end - (count - first) % BLOCK_BYTES, end);
        }
        return first;
    }

    private void mix(byte[] blocks) {
        new Md5Lanes(1).mix(new int[][] {state}, new byte[][] {blocks}, new int[1], 1, blocks.length / BLOCK_BYTES);
    }

    /** The last block or two: what is left, a bit, zeros, and the length in bits. */
    private byte[] lastBlocks() {
        int blocks = rest.length + 1 + Long.BYTES > BLOCK_BYTES ? 2 : 1;
        byte[] last = Arrays.copyOf(rest, blocks * BLOCK_BYTES);
        last[rest.length] = (byte) 0x80;
        LONG.set(last, last.length - Long.BYTES, length * Byte.SIZE);
        return last;
    }

    /** The 16 bytes of the MD5; call once, when all segments are hashed. */
    public byte[] finish() {
        mix(lastBlocks());
        byte[] digest = new byte[WORDS * Integer.BYTES];
        for (int word = 0; word < WORDS; word++) {
            INT.set(digest, word * Integer.BYTES, state[word]);
        }
        return digest;
    }
}
