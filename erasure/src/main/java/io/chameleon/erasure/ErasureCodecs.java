package io.chameleon.erasure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The codecs of this process, shared and safe from any thread. */
public final class ErasureCodecs {
    /** A deployment uses a few codes; a stream of odd ones must not fill the heap with tables. */
    private static final int MAX_CACHED = 8;

    private static final String VECTOR_MODULE = "jdk.incubator.vector";
    /** A command that ends within this time is not slowed down by a second test. */
    private static final int SHORT_COMMAND_SECONDS = 2;

    private static final List<CodecKind> READY_AT_ONCE =
            List.of(CodecKind.BACKBLAZE, CodecKind.PORTABLE, CodecKind.ISAL);

    private static final Map<Key, ErasureCodec> CACHE = new LinkedHashMap<>(MAX_CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ErasureCodec> eldest) {
            return size() > MAX_CACHED;
        }
    };

    private record Key(CodecKind kind, ErasureCode code) {}

    /** Created once per process, when the first codec is requested. */
    private static final class Choice {
        private static final CompletableFuture<CodecChoice> LAST = new CompletableFuture<>();
        private static volatile CodecKind kind;

        static {
            CodecSelfTest test = new CodecSelfTest(System::nanoTime);
            CodecChoice first = test.choose(READY_AT_ONCE);
            kind = first.kind();
            Thread thread = new Thread(() -> decide(test, first), "chameleon-codec-test");
            thread.setDaemon(true);
            thread.start();
        }

        private static void decide(CodecSelfTest test, CodecChoice first) {
            CodecChoice last = first;
            try {
                if (ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()) {
                    last = test.challenge(first, CodecKind.VECTOR);
                } else {
                    TimeUnit.SECONDS.sleep(SHORT_COMMAND_SECONDS);
                    last = test.again(first);
                }
            } catch (InterruptedException e) {
                // Nobody interrupts it; the first choice stays.
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
     * The kind that {@link #codecFor(int, int)} returns: the fastest of those that work on this machine, by a short
     * test at the first call. That test tells little while the JVM has compiled nothing, least of all code on the
     * Vector API. A thread tests again, so the answer may change once, some seconds later.
     */
    public static CodecKind defaultKind() {
        return Choice.kind;
    }

    /** The final result of the test: for a log, or to wait until the codecs are warm. Starts the test if needed. */
    public static CompletableFuture<CodecChoice> selfTest() {
        return Choice.LAST.copy();
    }

    /**
     * The codec for k data and m parity shards.
     *
     * <p>Cost: a map lookup under a lock; the first call for a (k, m) inverts a k × k matrix. Keep the result for a
     * batch, not permanently, or a faster codec that is ready later is not used.
     *
     * <p>Errors: {@link IllegalArgumentException} unless k ≥ 1, m ≥ 0 and k + m ≤ 256.
     */
    public static ErasureCodec codecFor(int dataShards, int parityShards) {
        return codecFor(defaultKind(), dataShards, parityShards);
    }

    /**
     * As {@link #codecFor(int, int)}, for a chosen kind; {@link LinkageError} unless {@link CodecKind#isAvailable()}.
     */
    public static ErasureCodec codecFor(CodecKind kind, int dataShards, int parityShards) {
        return codecFor(kind, new ErasureCode(dataShards, parityShards));
    }

    /** As {@link #codecFor(int, int)}, for any code. */
    public static ErasureCodec codecFor(ErasureCode code) {
        return codecFor(defaultKind(), code);
    }

    /** As {@link #codecFor(ErasureCode)}, for a chosen kind. */
    public static ErasureCodec codecFor(CodecKind kind, ErasureCode code) {
        Key key = new Key(kind, code);
        synchronized (CACHE) {
            return CACHE.computeIfAbsent(key, k -> kind.create(code));
        }
    }

    static int cached() {
        synchronized (CACHE) {
            return CACHE.size();
        }
    }
}
