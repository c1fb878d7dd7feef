package io.chameleon.erasure;

import java.util.Arrays;
import java.util.Random;

/** A small stripe of the default code, by which a codec shows that it computes the right bytes. */
final class CodecSample {
    static final int DATA = 4;
    static final int PARITY = 2;

    /** Odd, so that the remainder after whole words and vectors is tested too. */
    private static final int BYTES = 1021;

    private final byte[][] shards = new byte[DATA + PARITY][BYTES];

    /** Its parity is by the field's own multiplication, which no codec uses on data. */
    CodecSample() {
        byte[][] data = Arrays.copyOf(shards, DATA);
        Random random = new Random(1);
        Arrays.stream(data).forEach(random::nextBytes);
        byte[][] rows = GaloisMatrix.parityRows(DATA, PARITY);
        for (int row = 0; row < PARITY; row++) {
            shards[DATA + row] = GaloisMatrix.times(rows[row], data);
        }
    }

    /** The first two data shards are lost. */
    static boolean[] twoLost() {
        boolean[] present = new boolean[DATA + PARITY];
        Arrays.fill(present, 2, present.length, true);
        return present;
    }

    /** Whether the codec makes its parity, and its lost data. */
    boolean isRightBy(ErasureCodec codec) {
        byte[][] made = Arrays.stream(shards).map(byte[]::clone).toArray(byte[][]::new);
        Arrays.fill(made[DATA], (byte) 0);
        Arrays.fill(made[DATA + 1], (byte) 0);
        codec.encode(made, 0, BYTES);
        Arrays.fill(made[0], (byte) 0);
        Arrays.fill(made[1], (byte) 0);
        codec.reconstruct(made, twoLost(), 0, BYTES);
        return Arrays.deepEquals(made, shards);
    }
}
