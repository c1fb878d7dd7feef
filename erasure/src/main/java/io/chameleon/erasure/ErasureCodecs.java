package io.chameleon.erasure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The codecs of this process, shared and safe from any thread. */
public final class ErasureCodecs {
    /** A deployment uses two or three schemes; a stream of odd ones must not fill the heap with tables. */
    private static final int MAX_CACHED = 8;

    private static final String VECTOR_MODULE = "jdk.incubator.vector";
    private static final List<CodecKind> READY_AT_ONCE =
            List.of(CodecKind.BACKBLAZE, CodecKind.PORTABLE, CodecKind.ISAL);

    private static final Map<Key, ErasureCodec> CACHE = new LinkedHashMap<>(MAX_CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ErasureCodec> eldest) {
            return size() > MAX_CACHED;
        }
    };

    private record Key(CodecKind kind, int dataShards, int parityShards) {}

    /** Made once per process, when the first codec is asked for. */
    private static final class Choice {
        private static final CompletableFuture<CodecChoice> LAST = new CompletableFuture<>();
        private static volatile CodecKind kind;

        static {
            CodecSelfTest test = new CodecSelfTest(System::nanoTime);
            CodecChoice first = test.choose(READY_AT_ONCE);
            kind = first.kind();
            if (ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()) {
                Thread thread = new Thread(() -> decide(test, first), "chameleon-codec-test");
                thread.setDaemon(true);
                thread.start();
            } else {
                settle(first);
            }
        }

        private static void decide(CodecSelfTest test, CodecChoice first) {
            CodecChoice last = first;
            try {
                last = test.challenge(first, CodecKind.VECTOR);
            } finally {
                settle(last);
            }
        }

        private static void settle(CodecChoice last) {
            kind = last.kind();
            System.getLogger(ErasureCodecs.class.getName()).log(System.Logger.Level.DEBUG, "erasure codec {0}", last);
            LAST.complete(last);
        }
    }

    private ErasureCodecs() {}

    /**
     * What {@link #codecFor(int, int)} gives: the fastest on this machine of those that work here, by a short test at the first call.
     * Code on the Vector API is slow until the JVM has compiled it; a thread sees to that, so the answer may change once, some seconds
     * later.
     */
    public static CodecKind defaultKind() {
        return Choice.kind;
    }

    /** The outcome of the test, once it is final: for a log, or to wait until the codecs are warm. Begins the test if need be. */
    public static CompletableFuture<CodecChoice> selfTest() {
        return Choice.LAST.copy();
    }

    /**
     * The codec for k data and m parity shards.
     *
     * <p>Cost: a map lookup under a lock; the first call for a (k, m) inverts a k × k matrix. Keep the result for a batch, not for
     * good, or a faster codec that is ready later is not used.
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
