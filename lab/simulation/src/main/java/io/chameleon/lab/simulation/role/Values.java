package io.chameleon.lab.simulation.role;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Contents that name the write they come from, and of which every byte can be checked. */
final class Values {
    private static final int HEADER = 2 * Long.BYTES;

    private Values() {}

    /** @param value above 0 */
    static byte[] bytes(long value, int size) {
        byte[] bytes = new byte[HEADER + size];
        new SplittableRandom(value).nextBytes(bytes);
        ByteBuffer.wrap(bytes).putLong(value).putLong(size);
        return bytes;
    }

    /** The value of these bytes; -1 if they are of none. */
    static long of(byte[] bytes) {
        if (bytes.length < HEADER) {
            return -1;
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        long value = header.getLong();
        long size = header.getLong();
        return size == bytes.length - HEADER && Arrays.equals(bytes, bytes(value, (int) size)) ? value : -1;
    }
}
