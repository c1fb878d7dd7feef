package io.chameleon.erasure;

import com.backblaze.erasure.ReedSolomon;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Stripes, patterns and the oracle of the codec tests. */
final class Stripes {
    private Stripes() {}

    /** The codecs that work here: ISA-L is not installed everywhere. */
    static List<CodecKind> codecs() {
        return Arrays.stream(CodecKind.values()).filter(CodecKind::isAvailable).toList();
    }

    static byte[][] random(RandomGenerator random, int width, int length) {
        byte[][] shards = new byte[width][length];
        for (byte[] shard : shards) {
            random.nextBytes(shard);
        }
        return shards;
    }

    /** Random data with the library's own parity; the library refuses a stripe of one shard. */
    static byte[][] encodedByLibrary(RandomGenerator random, int dataShards, int parityShards, int length) {
        byte[][] shards = random(random, dataShards + parityShards, length);
        if (parityShards > 0) {
            ReedSolomon.create(dataShards, parityShards).encodeParity(shards, 0, length);
        }
        return shards;
    }

    static byte[][] copy(byte[][] shards) {
        return Arrays.stream(shards).map(byte[]::clone).toArray(byte[][]::new);
    }

    /** The absent shards filled with noise, so that no data can be read from them. */
    static byte[][] damaged(RandomGenerator random, byte[][] shards, boolean[] present) {
        byte[][] damaged = copy(shards);
        for (int i = 0; i < shards.length; i++) {
            if (!present[i]) {
                random.nextBytes(damaged[i]);
            }
        }
        return damaged;
    }

    /** All ways to lose 0 … maxAbsent of the shards. */
    static List<boolean[]> patterns(int width, int maxAbsent) {
        List<boolean[]> patterns = new ArrayList<>();
        for (int absent = 0; absent < 1 << width; absent++) {
            if (Integer.bitCount(absent) <= maxAbsent) {
                boolean[] present = new boolean[width];
                for (int i = 0; i < width; i++) {
                    present[i] = (absent >> i & 1) == 0;
                }
                patterns.add(present);
            }
        }
        return patterns;
    }

    static boolean[] randomPattern(RandomGenerator random, int width, int maxAbsent) {
        boolean[] present = new boolean[width];
        Arrays.fill(present, true);
        int absent = random.nextInt(maxAbsent + 1);
        while (absent > 0) {
            int shard = random.nextInt(width);
            absent -= present[shard] ? 1 : 0;
            present[shard] = false;
        }
        return present;
    }
}
