package io.chameleon.lab.bench;

import io.chameleon.client.ObjectSource;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Bytes to write: random, so that nothing on the way gains by compressing them. Safe from any thread. */
final class Contents {
    /** Larger objects are written and read as streams. */
    static final int LARGEST_IN_MEMORY = 16 << 20;

    private final byte[] block = new byte[LARGEST_IN_MEMORY];
    private final Map<Long, byte[]> kept = new HashMap<>();

    Contents(ObjectSizes sizes, long seed) {
        new SplittableRandom(seed).nextBytes(block);
        for (long size : sizes.values()) {
            if (size <= LARGEST_IN_MEMORY) {
                kept.put(size, Arrays.copyOf(block, (int) size));
            }
        }
    }

    ObjectSource of(long size) {
        if (size > LARGEST_IN_MEMORY) {
            return ObjectSource.of(new Repeated(block, size), size);
        }
        byte[] content = kept.get(size);
        return ObjectSource.of(content != null ? content : Arrays.copyOf(block, (int) size));
    }

    /** The block, repeated. */
    private static final class Repeated extends InputStream {
        private final byte[] block;
        private long left;
        private int at;

        Repeated(byte[] block, long size) {
            this.block = block;
            left = size;
        }

        @Override
        public int read() {
            if (left == 0) {
                return -1;
            }
            left--;
            at = at == block.length ? 0 : at;
            return block[at++] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (left == 0) {
                return length == 0 ? 0 : -1;
            }
            at = at == block.length ? 0 : at;
            int copied = (int) Math.min(left, Math.min(length, block.length - at));
            System.arraycopy(block, at, into, offset, copied);
            at += copied;
            left -= copied;
            return copied;
        }
    }
}
