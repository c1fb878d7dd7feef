package io.chameleon.lab.demo;

import io.chameleon.lab.emulator.trace.Extents;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** The bytes of version {@code v} of an extent: a function of seed, extent and version, so that they need not be kept. */
final class Payload {
    private final long seed;

    Payload(long seed) {
        this.seed = seed;
    }

    /** A fresh array of 64 KiB. */
    byte[] bytes(long extent, int version) {
        byte[] bytes = new byte[Extents.BYTES];
        LongBuffer longs = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        // xorshift64*: a stream for each (seed, extent, version), never started at 0
        long state = (seed ^ extent * 0x9E3779B97F4A7C15L) + version * 0xD1B54A32D192ED03L | 1;
        while (longs.hasRemaining()) {
            state ^= state >>> 12;
            state ^= state << 25;
            state ^= state >>> 27;
            longs.put(state * 0x2545F4914F6CDD1DL);
        }
        return bytes;
    }
}
