package io.chameleon.erasure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The codecs of this process, shared and safe from any thread. */
public final class ErasureCodecs {
    /** A deployment uses two or three schemes; a stream of odd ones must not fill the heap with tables. */
    private static final int MAX_CACHED = 8;

    private static final Map<Key, ErasureCodec> CACHE = new LinkedHashMap<>(MAX_CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ErasureCodec> eldest) {
            return size() > MAX_CACHED;
        }
    };

    private record Key(CodecKind kind, int dataShards, int parityShards) {}

    /** Decided once per process, when the first codec is asked for. */
    private static final class Default {
        static final CodecKind KIND = choose();

        private static CodecKind choose() {
            // Where Backblaze's is there, it decides what the parity is: it fixed the matrix.
            List<CodecKind> available = Arrays.stream(CodecKind.values())
                    .filter(CodecKind::isAvailable)
                    .toList();
            CodecKind fastest =
                    available.size() == 1 ? available.get(0) : new CodecSelfTest(System::nanoTime).fastest(available);
            System.getLogger(ErasureCodecs.class.getName())
                    .log(System.Logger.Level.DEBUG, "erasure codec {0}, the fastest here of {1}", fastest, available);
            return fastest;
        }
    }

    private ErasureCodecs() {}

    /** What {@link #codecFor(int, int)} gives: the fastest on this machine of those on the class path, by a short test. */
    public static CodecKind defaultKind() {
        return Default.KIND;
    }

    /**
     * The codec for k data and m parity shards.
     *
     * <p>Cost: a map lookup under a lock; the first call for a (k, m) inverts a k × k matrix. Keep the result for a batch.
     *
     * <p>Errors: {@link IllegalArgumentException} unless k ≥ 1, m ≥ 0 and k + m ≤ 256.
     */
    public static ErasureCodec codecFor(int dataShards, int parityShards) {
        return codecFor(defaultKind(), dataShards, parityShards);
    }

    /** As {@link #codecFor(int, int)}, of a chosen kind; {@link LinkageError} unless {@link CodecKind#isAvailable()}. */
    public static ErasureCodec codecFor(CodecKind kind, int dataShards, int parityShards) {
        Checks.scheme(dataShards, parityShards);
        Key key = new Key(kind, dataShards, parityShards);
        synchronized (CACHE) {
            return CACHE.computeIfAbsent(key, k -> kind.create(dataShards, parityShards));
        }
    }

    static int cached() {
        synchronized (CACHE) {
            return CACHE.size();
        }
    }
}
