package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ErasureCodecsTest {
    @Test
    void codecFor_ofTheDefaultKind_isShared() {
        ErasureCodecs.selfTest().join(); // from now on it is fixed
        ErasureCodec codec = ErasureCodecs.codecFor(4, 2);
        assertThat(codec.kind()).isEqualTo(ErasureCodecs.defaultKind());
        assertThat(codec.dataShards()).isEqualTo(4);
        assertThat(codec.parityShards()).isEqualTo(2);
        assertThat(codec.width()).isEqualTo(6);
        assertThat(ErasureCodecs.codecFor(4, 2)).isSameAs(codec);
    }

    @Test
    void selfTest_saysWhatItChoseAmongWhat() {
        CodecChoice choice = ErasureCodecs.selfTest().join();
        assertThat(choice.kind()).isEqualTo(ErasureCodecs.defaultKind());
        assertThat(choice.megabytesPerSecond()).containsOnlyKeys(Stripes.codecs());
        assertThat(choice)
                .hasToString(choice.kind() + ", the fastest here of "
                        + choice.megabytesPerSecond().entrySet().stream()
                                .map(e -> e.getKey() + " " + e.getValue() + " MB/s")
                                .collect(Collectors.joining(", ")));
    }

    /** Otherwise the tests of these codecs would silently not run. */
    @Test
    void vectorAndIsal_whereTheyCanWork_areAvailable() {
        assertThat(CodecKind.VECTOR.isAvailable()).isTrue();
        boolean installed = Stream.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64")
                .anyMatch(folder -> Files.exists(Path.of(folder, "libisal.so.2")));
        assertThat(CodecKind.ISAL.isAvailable()).isEqualTo(installed);
    }

    /** An application with the SDK alone: only our classes, no library, no Netty. */
    @Test
    void codecFor_withoutTheLibrary_isPortableAndGivesTheSameParity() throws Exception {
        URL ours = ErasureCodec.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader alone = new URLClassLoader(new URL[] {ours}, ClassLoader.getPlatformClassLoader())) {
            Class<?> codecs = alone.loadClass("io.chameleon.erasure.ErasureCodecs");
            Object codec = codecs.getMethod("codecFor", int.class, int.class).invoke(null, 4, 2);
            Class<?> api = alone.loadClass("io.chameleon.erasure.ErasureCodec");
            assertThat(api.getMethod("kind").invoke(codec)).hasToString("PORTABLE");

            byte[][] expected = Stripes.encodedByLibrary(new Random(3), 4, 2, 50);
            byte[][] shards = Stripes.copy(expected);
            shards[4] = new byte[50];
            shards[5] = new byte[50];
            api.getMethod("encode", byte[][].class, int.class, int.class).invoke(codec, shards, 0, 50);
            assertThat(shards).isDeepEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,2", "-1,2", "4,-1", "200,57", "257,0", "2147483647,2147483647"})
    void codecFor_impossibleScheme_isRefusedInOneLine(int k, int m) {
        assertThatThrownBy(() -> ErasureCodecs.codecFor(k, m))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("erasure scheme: '" + k + "+" + m
                        + "' given, expected at least 1 data and 0 parity shards, at most 256 in all");
    }

    @Test
    void codecFor_manyOddSchemes_keepsFew() {
        for (int k = 1; k <= 40; k++) {
            ErasureCodecs.codecFor(CodecKind.PORTABLE, k, 1);
        }
        assertThat(ErasureCodecs.cached()).isLessThanOrEqualTo(8);
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void oneCodec_manyThreads_neverMixesStripes(CodecKind kind) throws Exception {
        ErasureCodec codec = kind.create(4, 2);
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                long seed = t;
                tasks.add(() -> roundTrips(codec, seed));
            }
            for (Future<Boolean> future : pool.invokeAll(tasks)) {
                assertThat(future.get()).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static boolean roundTrips(ErasureCodec codec, long seed) {
        Random random = new Random(seed);
        int length = 16_384; // long enough for calls to overlap
        byte[][] stripe = Stripes.encodedByLibrary(random, 4, 2, length);
        boolean same = true;
        for (int round = 0; round < 200; round++) {
            boolean[] present = Stripes.randomPattern(random, 6, 2);
            byte[][] shards = Stripes.damaged(random, stripe, present);
            codec.reconstruct(shards, present, 0, length);
            same &= Arrays.deepEquals(shards, stripe);
        }
        return same;
    }
}
