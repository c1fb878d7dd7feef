package io.chameleon.s3.md5;

import static jdk.incubator.vector.IntVector.fromArray;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Mixes blocks of up to {@link #LANES} messages into their states at a time, each message in a lane of its own
 * (RFC 1321, 3.4). Not for several threads.
 *
 * <p>Words of the messages are first laid out so that a vector holds the same word of each. A few blocks of all are
 * laid out before the first is mixed: what was just stored in pieces cannot be loaded as a whole without a stall.
 *
 * <p>Cost: that of one message per block, and a fifth of it for each message to lay out its words.
 */
final class Md5Lanes {
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
    static final int LANES = INTS.length();
    /** For whoever mixes many: 16 KiB, which stay in the fastest cache. */
    static final int BLOCKS_TOGETHER = 16;

    private static final int BLOCK_WORDS = Md5Message.BLOCK_BYTES / Integer.BYTES;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final int blocksTogether;
    private final int[] state = new int[Md5Message.WORDS * LANES];
    private final int[] words;

    /** @param blocksTogether of each message, laid out at a time */
    Md5Lanes(int blocksTogether) {
        this.blocksTogether = blocksTogether;
        words = new int[blocksTogether * BLOCK_WORDS * LANES];
    }

    /**
     * Mixes the same number of blocks of each message.
     *
     * @param states of the messages, four words each
     * @param bytes of the messages
     * @param at where the next block of each begins
     * @param count of messages, at most {@link #LANES}
     */
    void mix(int[][] states, byte[][] bytes, int[] at, int count, int blocks) {
        for (int lane = 0; lane < count; lane++) {
            for (int word = 0; word < Md5Message.WORDS; word++) {
                state[word * LANES + lane] = states[lane][word];
            }
        }
        for (int done = 0; done < blocks; done += blocksTogether) {
            int some = Math.min(blocksTogether, blocks - done);
            for (int lane = 0; lane < count; lane++) {
                layOut(bytes[lane], at[lane] + done * Md5Message.BLOCK_BYTES, words, lane, some * BLOCK_WORDS);
            }
            for (int block = 0; block < some; block++) {
                mix(state, words, block * BLOCK_WORDS * LANES);
            }
        }
        for (int lane = 0; lane < count; lane++) {
            for (int word = 0; word < Md5Message.WORDS; word++) {
                states[lane][word] = state[word * LANES + lane];
            }
        }
    }

    private static void layOut(byte[] bytes, int from, int[] words, int lane, int count) {
        for (int i = 0; i < count; i++) {
            words[i * LANES + lane] = (int) INT.get(bytes, from + i * Integer.BYTES);
        }
    }

    private static void mix(int[] state, int[] words, int block) {
        IntVector a = fromArray(INTS, state, 0);
        IntVector b = fromArray(INTS, state, LANES);
        IntVector c = fromArray(INTS, state, 2 * LANES);
        IntVector d = fromArray(INTS, state, 3 * LANES);
        round1(state, words, block);
        round2(state, words, block);
        round3(state, words, block);
        round4(state, words, block);
        a.add(fromArray(INTS, state, 0)).intoArray(state, 0);
        b.add(fromArray(INTS, state, LANES)).intoArray(state, LANES);
        c.add(fromArray(INTS, state, 2 * LANES)).intoArray(state, 2 * LANES);
        d.add(fromArray(INTS, state, 3 * LANES)).intoArray(state, 3 * LANES);
    }

    // The steps of a round are neither in a loop nor in helper methods, and the rounds not in one method: otherwise the
    // JVM loses track of the vectors' types or gives up on the method, and is up to a hundred times as slow. Numbers
    // are
    // the whole parts of 2^32 |sin(step)|.

    private static void round1(int[] state, int[] m, int at) {
        IntVector a = fromArray(INTS, state, 0);
        IntVector b = fromArray(INTS, state, LANES);
        IntVector c = fromArray(INTS, state, 2 * LANES);
        IntVector d = fromArray(INTS, state, 3 * LANES);
        a = a.add(fromArray(INTS, m, at).add(0xd76aa478));
        a = a.add(d.bitwiseBlend(c, b)).lanewise(ROL, 7).add(b);
        d = d.add(fromArray(INTS, m, at + LANES).add(0xe8c7b756));
        d = d.add(c.bitwiseBlend(b, a)).lanewise(ROL, 12).add(a);
        c = c.add(fromArray(INTS, m, at + 2 * LANES).add(0x242070db));
        c = c.add(b.bitwiseBlend(a, d)).lanewise(ROL, 17).add(d);
        b = b.add(fromArray(INTS, m, at + 3 * LANES).add(0xc1bdceee));
        b = b.add(a.bitwiseBlend(d, c)).lanewise(ROL, 22).add(c);
        a = a.add(fromArray(INTS, m, at + 4 * LANES).add(0xf57c0faf));
        a = a.add(d.bitwiseBlend(c, b)).lanewise(ROL, 7).add(b);
        d = d.add(fromArray(INTS, m, at + 5 * LANES).add(0x4787c62a));
        d = d.add(c.bitwiseBlend(b, a)).lanewise(ROL, 12).add(a);
        c = c.add(fromArray(INTS, m, at + 6 * LANES).add(0xa8304613));
        c = c.add(b.bitwiseBlend(a, d)).lanewise(ROL, 17).add(d);
        b = b.add(fromArray(INTS, m, at + 7 * LANES).add(0xfd469501));
        b = b.add(a.bitwiseBlend(d, c)).lanewise(ROL, 22).add(c);
        a = a.add(fromArray(INTS, m, at + 8 * LANES).add(0x698098d8));
        a = a.add(d.bitwiseBlend(c, b)).lanewise(ROL, 7).add(b);
        d = d.add(fromArray(INTS, m, at + 9 * LANES).add(0x8b44f7af));
        d = d.add(c.bitwiseBlend(b, a)).lanewise(ROL, 12).add(a);
        c = c.add(fromArray(INTS, m, at + 10 * LANES).add(0xffff5bb1));
        c = c.add(b.bitwiseBlend(a, d)).lanewise(ROL, 17).add(d);
        b = b.add(fromArray(INTS, m, at + 11 * LANES).add(0x895cd7be));
        b = b.add(a.bitwiseBlend(d, c)).lanewise(ROL, 22).add(c);
        a = a.add(fromArray(INTS, m, at + 12 * LANES).add(0x6b901122));
        a = a.add(d.bitwiseBlend(c, b)).lanewise(ROL, 7).add(b);
        d = d.add(fromArray(INTS, m, at + 13 * LANES).add(0xfd987193));
        d = d.add(c.bitwiseBlend(b, a)).lanewise(ROL, 12).add(a);
        c = c.add(fromArray(INTS, m, at + 14 * LANES).add(0xa679438e));
        c = c.add(b.bitwiseBlend(a, d)).lanewise(ROL, 17).add(d);
        b = b.add(fromArray(INTS, m, at + 15 * LANES).add(0x49b40821));
        b = b.add(a.bitwiseBlend(d, c)).lanewise(ROL, 22).add(c);
        a.intoArray(state, 0);
        b.intoArray(state, LANES);
        c.intoArray(state, 2 * LANES);
        d.intoArray(state, 3 * LANES);
    }

    private static void round2(int[] state, int[] m, int at) {
        IntVector a = fromArray(INTS, state, 0);
        IntVector b = fromArray(INTS, state, LANES);
        IntVector c = fromArray(INTS, state, 2 * LANES);
        IntVector d = fromArray(INTS, state, 3 * LANES);
        a = a.add(fromArray(INTS, m, at + LANES).add(0xf61e2562));
        a = a.add(c.bitwiseBlend(b, d)).lanewise(ROL, 5).add(b);
        d = d.add(fromArray(INTS, m, at + 6 * LANES).add(0xc040b340));
        d = d.add(b.bitwiseBlend(a, c)).lanewise(ROL, 9).add(a);
        c = c.add(fromArray(INTS, m, at + 11 * LANES).add(0x265e5a51));
        c = c.add(a.bitwiseBlend(d, b)).lanewise(ROL, 14).add(d);
        b = b.add(fromArray(INTS, m, at).add(0xe9b6c7aa));
        b = b.add(d.bitwiseBlend(c, a)).lanewise(ROL, 20).add(c);
        a = a.add(fromArray(INTS, m, at + 5 * LANES).add(0xd62f105d));
        a = a.add(c.bitwiseBlend(b, d)).lanewise(ROL, 5).add(b);
        d = d.add(fromArray(INTS, m, at + 10 * LANES).add(0x02441453));
        d = d.add(b.bitwiseBlend(a, c)).lanewise(ROL, 9).add(a);
        c = c.add(fromArray(INTS, m, at + 15 * LANES).add(0xd8a1e681));
        c = c.add(a.bitwiseBlend(d, b)).lanewise(ROL, 14).add(d);
        b = b.add(fromArray(INTS, m, at + 4 * LANES).add(0xe7d3fbc8));
        b = b.add(d.bitwiseBlend(c, a)).lanewise(ROL, 20).add(c);
        a = a.add(fromArray(INTS, m, at + 9 * LANES).add(0x21e1cde6));
        a = a.add(c.bitwiseBlend(b, d)).lanewise(ROL, 5).add(b);
        d = d.add(fromArray(INTS, m, at + 14 * LANES).add(0xc33707d6));
        d = d.add(b.bitwiseBlend(a, c)).lanewise(ROL, 9).add(a);
        c = c.add(fromArray(INTS, m, at + 3 * LANES).add(0xf4d50d87));
        c = c.add(a.bitwiseBlend(d, b)).lanewise(ROL, 14).add(d);
        b = b.add(fromArray(INTS, m, at + 8 * LANES).add(0x455a14ed));
        b = b.add(d.bitwiseBlend(c, a)).lanewise(ROL, 20).add(c);
        a = a.add(fromArray(INTS, m, at + 13 * LANES).add(0xa9e3e905));
        a = a.add(c.bitwiseBlend(b, d)).lanewise(ROL, 5).add(b);
        d = d.add(fromArray(INTS, m, at + 2 * LANES).add(0xfcefa3f8));
        d = d.add(b.bitwiseBlend(a, c)).lanewise(ROL, 9).add(a);
        c = c.add(fromArray(INTS, m, at + 7 * LANES).add(0x676f02d9));
        c = c.add(a.bitwiseBlend(d, b)).lanewise(ROL, 14).add(d);
        b = b.add(fromArray(INTS, m, at + 12 * LANES).add(0x8d2a4c8a));
        b = b.add(d.bitwiseBlend(c, a)).lanewise(ROL, 20).add(c);
        a.intoArray(state, 0);
        b.intoArray(state, LANES);
        c.intoArray(state, 2 * LANES);
        d.intoArray(state, 3 * LANES);
    }

    private static void round3(int[] state, int[] m, int at) {
        IntVector a = fromArray(INTS, state, 0);
        IntVector b = fromArray(INTS, state, LANES);
        IntVector c = fromArray(INTS, state, 2 * LANES);
        IntVector d = fromArray(INTS, state, 3 * LANES);
        a = a.add(fromArray(INTS, m, at + 5 * LANES).add(0xfffa3942));
        a = a.add(b.lanewise(XOR, c).lanewise(XOR, d)).lanewise(ROL, 4).add(b);
        d = d.add(fromArray(INTS, m, at + 8 * LANES).add(0x8771f681));
        d = d.add(a.lanewise(XOR, b).lanewise(XOR, c)).lanewise(ROL, 11).add(a);
        c = c.add(fromArray(INTS, m, at + 11 * LANES).add(0x6d9d6122));
        c = c.add(d.lanewise(XOR, a).lanewise(XOR, b)).lanewise(ROL, 16).add(d);
        b = b.add(fromArray(INTS, m, at + 14 * LANES).add(0xfde5380c));
        b = b.add(c.lanewise(XOR, d).lanewise(XOR, a)).lanewise(ROL, 23).add(c);
        a = a.add(fromArray(INTS, m, at + LANES).add(0xa4beea44));
        a = a.add(b.lanewise(XOR, c).lanewise(XOR, d)).lanewise(ROL, 4).add(b);
        d = d.add(fromArray(INTS, m, at + 4 * LANES).add(0x4bdecfa9));
        d = d.add(a.lanewise(XOR, b).lanewise(XOR, c)).lanewise(ROL, 11).add(a);
        c = c.add(fromArray(INTS, m, at + 7 * LANES).add(0xf6bb4b60));
        c = c.add(d.lanewise(XOR, a).lanewise(XOR, b)).lanewise(ROL, 16).add(d);
        b = b.add(fromArray(INTS, m, at + 10 * LANES).add(0xbebfbc70));
        b = b.add(c.lanewise(XOR, d).lanewise(XOR, a)).lanewise(ROL, 23).add(c);
        a = a.add(fromArray(INTS, m, at + 13 * LANES).add(0x289b7ec6));
        a = a.add(b.lanewise(XOR, c).lanewise(XOR, d)).lanewise(ROL, 4).add(b);
        d = d.add(fromArray(INTS, m, at).add(0xeaa127fa));
        d = d.add(a.lanewise(XOR, b).lanewise(XOR, c)).lanewise(ROL, 11).add(a);
        c = c.add(fromArray(INTS, m, at + 3 * LANES).add(0xd4ef3085));
        c = c.add(d.lanewise(XOR, a).lanewise(XOR, b)).lanewise(ROL, 16).add(d);
        b = b.add(fromArray(INTS, m, at + 6 * LANES).add(0x04881d05));
        b = b.add(c.lanewise(XOR, d).lanewise(XOR, a)).lanewise(ROL, 23).add(c);
        a = a.add(fromArray(INTS, m, at + 9 * LANES).add(0xd9d4d039));
        a = a.add(b.lanewise(XOR, c).lanewise(XOR, d)).lanewise(ROL, 4).add(b);
        d = d.add(fromArray(INTS, m, at + 12 * LANES).add(0xe6db99e5));
        d = d.add(a.lanewise(XOR, b).lanewise(XOR, c)).lanewise(ROL, 11).add(a);
        c = c.add(fromArray(INTS, m, at + 15 * LANES).add(0x1fa27cf8));
        c = c.add(d.lanewise(XOR, a).lanewise(XOR, b)).lanewise(ROL, 16).add(d);
        b = b.add(fromArray(INTS, m, at + 2 * LANES).add(0xc4ac5665));
        b = b.add(c.lanewise(XOR, d).lanewise(XOR, a)).lanewise(ROL, 23).add(c);
        a.intoArray(state, 0);
        b.intoArray(state, LANES);
        c.intoArray(state, 2 * LANES);
        d.intoArray(state, 3 * LANES);
    }

    private static void round4(int[] state, int[] m, int at) {
        IntVector a = fromArray(INTS, state, 0);
        IntVector b = fromArray(INTS, state, LANES);
        IntVector c = fromArray(INTS, state, 2 * LANES);
        IntVector d = fromArray(INTS, state, 3 * LANES);
        a = a.add(fromArray(INTS, m, at).add(0xf4292244));
        a = a.add(b.or(d.not()).lanewise(XOR, c)).lanewise(ROL, 6).add(b);
        d = d.add(fromArray(INTS, m, at + 7 * LANES).add(0x432aff97));
        d = d.add(a.or(c.not()).lanewise(XOR, b)).lanewise(ROL, 10).add(a);
        c = c.add(fromArray(INTS, m, at + 14 * LANES).add(0xab9423a7));
        c = c.add(d.or(b.not()).lanewise(XOR, a)).lanewise(ROL, 15).add(d);
        b = b.add(fromArray(INTS, m, at + 5 * LANES).add(0xfc93a039));
        b = b.add(c.or(a.not()).lanewise(XOR, d)).lanewise(ROL, 21).add(c);
        a = a.add(fromArray(INTS, m, at + 12 * LANES).add(0x655b59c3));
        a = a.add(b.or(d.not()).lanewise(XOR, c)).lanewise(ROL, 6).add(b);
        d = d.add(fromArray(INTS, m, at + 3 * LANES).add(0x8f0ccc92));
        d = d.add(a.or(c.not()).lanewise(XOR, b)).lanewise(ROL, 10).add(a);
        c = c.add(fromArray(INTS, m, at + 10 * LANES).add(0xffeff47d));
        c = c.add(d.or(b.not()).lanewise(XOR, a)).lanewise(ROL, 15).add(d);
        b = b.add(fromArray(INTS, m, at + LANES).add(0x85845dd1));
        b = b.add(c.or(a.not()).lanewise(XOR, d)).lanewise(ROL, 21).add(c);
        a = a.add(fromArray(INTS, m, at + 8 * LANES).add(0x6fa87e4f));
        a = a.add(b.or(d.not()).lanewise(XOR, c)).lanewise(ROL, 6).add(b);
        d = d.add(fromArray(INTS, m, at + 15 * LANES).add(0xfe2ce6e0));
        d = d.add(a.or(c.not()).lanewise(XOR, b)).lanewise(ROL, 10).add(a);
        c = c.add(fromArray(INTS, m, at + 6 * LANES).add(0xa3014314));
        c = c.add(d.or(b.not()).lanewise(XOR, a)).lanewise(ROL, 15).add(d);
        b = b.add(fromArray(INTS, m, at + 13 * LANES).add(0x4e0811a1));
        b = b.add(c.or(a.not()).lanewise(XOR, d)).lanewise(ROL, 21).add(c);
        a = a.add(fromArray(INTS, m, at + 4 * LANES).add(0xf7537e82));
        a = a.add(b.or(d.not()).lanewise(XOR, c)).lanewise(ROL, 6).add(b);
        d = d.add(fromArray(INTS, m, at + 11 * LANES).add(0xbd3af235));
        d = d.add(a.or(c.not()).lanewise(XOR, b)).lanewise(ROL, 10).add(a);
        c = c.add(fromArray(INTS, m, at + 2 * LANES).add(0x2ad7d2bb));
        c = c.add(d.or(b.not()).lanewise(XOR, a)).lanewise(ROL, 15).add(d);
        b = b.add(fromArray(INTS, m, at + 9 * LANES).add(0xeb86d391));
        b = b.add(c.or(a.not()).lanewise(XOR, d)).lanewise(ROL, 21).add(c);
        a.intoArray(state, 0);
        b.intoArray(state, LANES);
        c.intoArray(state, 2 * LANES);
        d.intoArray(state, 3 * LANES);
    }
}
