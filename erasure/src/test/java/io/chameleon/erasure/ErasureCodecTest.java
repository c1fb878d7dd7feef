package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.backblaze.erasure.ReedSolomon;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every codec; the library's own encodeParity and decodeMissing are the oracle. */
class ErasureCodecTest {
    private static final List<Integer> LENGTHS = List.of(0, 1, 3, 4095, 4096, 4097);

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void stripeOf4Plus2_everyPatternAndLength_comesBack(CodecKind kind) {
        ErasureCodec codec = ErasureCodecs.codecFor(kind, 4, 2);
        RandomGenerator random = new Random(42);
        for (int length : LENGTHS) {
            byte[][] stripe = Stripes.encodedByLibrary(random, 4, 2, length);
            for (boolean[] present : Stripes.patterns(6, 2)) {
                byte[][] shards = Stripes.damaged(random, stripe, present);
                codec.reconstruct(shards, present, 0, length);
                assertThat(shards)
                        .as("present %s, length %d", Arrays.toString(present), length)
                        .isDeepEqualTo(stripe);
            }
        }
    }

    static Stream<Arguments> kindsAndSeeds() {
        return Stripes.codecs().stream()
                .flatMap(kind -> Stream.of(1L, 2L, 3L, 4L, 5L).map(seed -> Arguments.of(kind, seed)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndSeeds")
    void anyScheme_randomPatterns_sameBytesAsTheLibrary(CodecKind kind, long seed) {
        RandomGenerator random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            int k = 1 + random.nextInt(16);
            int m = random.nextInt(17);
            int length = random.nextInt(300);
            String where = "seed " + seed + ", round " + round + ": " + k + "+" + m + ", length " + length;
            ErasureCodec codec = ErasureCodecs.codecFor(kind, k, m);
            byte[][] stripe = Stripes.encodedByLibrary(random, k, m, length);

            byte[][] encoded = Stripes.random(random, k + m, length);
            System.arraycopy(Stripes.copy(stripe), 0, encoded, 0, k);
            codec.encode(encoded, 0, length);
            assertThat(encoded).as(where).isDeepEqualTo(stripe);
            assertThat(codec.verify(encoded, 0, length)).as(where).isTrue();

            boolean[] present = Stripes.randomPattern(random, k + m, m);
            byte[][] shards = Stripes.damaged(random, stripe, present);
            codec.reconstruct(shards, present, 0, length);
            assertThat(shards)
                    .as("%s, present %s", where, Arrays.toString(present))
                    .isDeepEqualTo(stripe);
        }
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void everySchemeUpTo16Plus16_codesLikeTheLibrary(CodecKind kind) {
        RandomGenerator random = new Random(6);
        for (int k = 1; k <= 16; k++) {
            for (int m = 0; m <= 16; m++) {
                ErasureCodec codec = kind.create(k, m);
                byte[][] stripe = Stripes.encodedByLibrary(random, k, m, 131);
                byte[][] shards = Stripes.copy(stripe);
                Arrays.stream(shards, k, k + m).forEach(random::nextBytes);
                codec.encode(shards, 0, 131);
                assertThat(shards).as("%d+%d", k, m).isDeepEqualTo(stripe);

                boolean[] present = Stripes.randomPattern(random, k + m, m);
                shards = Stripes.damaged(random, stripe, present);
                codec.reconstruct(shards, present, 0, 131);
                assertThat(shards)
                        .as("%d+%d, present %s", k, m, Arrays.toString(present))
                        .isDeepEqualTo(stripe);
            }
        }
    }

    /** Shards that are not a code word: only a decoder that reads the same shards with the same matrix agrees. */
    @ParameterizedTest
    @MethodSource("kindsAndSeeds")
    void reconstruct_inconsistentShards_sameBytesAsTheLibrary(CodecKind kind, long seed) {
        RandomGenerator random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            int k = 1 + random.nextInt(16);
            int m = 1 + random.nextInt(16);
            byte[][] byUs = Stripes.random(random, k + m, 33);
            byte[][] byLibrary = Stripes.copy(byUs);
            boolean[] present = Stripes.randomPattern(random, k + m, m);
            ErasureCodecs.codecFor(kind, k, m).reconstruct(byUs, present, 0, 33);
            ReedSolomon.create(k, m).decodeMissing(byLibrary, present, 0, 33);
            assertThat(byUs).as("seed %d, round %d: %d+%d", seed, round, k, m).isDeepEqualTo(byLibrary);
        }
    }

    static Stream<Arguments> kindsAndExtremes() {
        return Stripes.codecs().stream()
                .flatMap(kind -> Stream.of(
                        Arguments.of(kind, 1, 0),
                        Arguments.of(kind, 1, 2),
                        Arguments.of(kind, 1, 255),
                        Arguments.of(kind, 4, 0),
                        Arguments.of(kind, 5, 1),
                        Arguments.of(kind, 128, 128),
                        Arguments.of(kind, 255, 1),
                        Arguments.of(kind, 256, 0)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndExtremes")
    void schemeAtTheEdge_codesLikeTheLibrary(CodecKind kind, int k, int m) {
        RandomGenerator random = new Random(7);
        ErasureCodec codec = kind.create(k, m);
        byte[][] stripe = Stripes.encodedByLibrary(random, k, m, 17);
        boolean[] present = new boolean[k + m];
        Arrays.fill(present, m, k + m, true); // the last k: the hardest
        byte[][] shards = Stripes.damaged(random, stripe, present);
        codec.reconstruct(shards, present, 0, 17);
        assertThat(shards).isDeepEqualTo(stripe);
        assertThat(codec.verify(shards, 0, 17)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void reconstruct_onlyOneShardWanted_leavesTheOthersAlone(CodecKind kind) {
        RandomGenerator random = new Random(8);
        ErasureCodec codec = ErasureCodecs.codecFor(kind, 4, 2);
        byte[][] stripe = Stripes.encodedByLibrary(random, 4, 2, 100);
        boolean[] present = {false, true, true, true, false, true};
        for (int wantedShard : new int[] {0, 4}) {
            byte[][] shards = Stripes.copy(stripe);
            shards[0] = null;
            shards[4] = null;
            shards[wantedShard] = new byte[100];
            boolean[] wanted = new boolean[6];
            wanted[wantedShard] = true;
            wanted[1] = true; // present: stays
            codec.reconstruct(shards, present, wanted, 0, 100);
            assertThat(shards[wantedShard]).isEqualTo(stripe[wantedShard]);
            assertThat(shards[4 - wantedShard]).isNull();
            assertThat(shards[1]).isEqualTo(stripe[1]);
        }
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void reconstruct_moreThanKPresent_readsOnlyTheFirstK(CodecKind kind) {
        byte[][] stripe = Stripes.encodedByLibrary(new Random(9), 4, 2, 10);
        byte[][] shards = Stripes.copy(stripe);
        shards[2] = new byte[10];
        shards[5] = null;
        boolean[] present = {true, true, false, true, true, true};
        ErasureCodecs.codecFor(kind, 4, 2)
                .reconstruct(shards, present, new boolean[] {true, true, true, true, true, true}, 0, 10);
        assertThat(shards[2]).isEqualTo(stripe[2]);
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void range_insideLongerArrays_touchesNothingElse(CodecKind kind) {
        RandomGenerator random = new Random(10);
        ErasureCodec codec = ErasureCodecs.codecFor(kind, 4, 2);
        byte[][] whole = Stripes.encodedByLibrary(random, 4, 2, 64);
        byte[][] expected = Stripes.random(random, 6, 64);
        for (int i = 0; i < 6; i++) {
            expected[i] = Arrays.copyOf(expected[i], 64 + i); // of different lengths
            System.arraycopy(whole[i], 20, expected[i], 20, 7);
        }
        byte[][] encoded = Stripes.copy(expected);
        Arrays.fill(encoded[4], 20, 27, (byte) 0);
        Arrays.fill(encoded[5], 20, 27, (byte) 0);
        codec.encode(encoded, 20, 7);
        assertThat(encoded).isDeepEqualTo(expected);
        assertThat(codec.verify(encoded, 20, 7)).isTrue();
        assertThat(codec.verify(encoded, 19, 9)).isFalse();

        byte[][] rebuilt = Stripes.copy(expected);
        Arrays.fill(rebuilt[1], 20, 27, (byte) 0);
        codec.reconstruct(rebuilt, new boolean[] {true, false, true, true, true, true}, 20, 7);
        assertThat(rebuilt).isDeepEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void verify_anySingleByteFlipped_isFalse(CodecKind kind) {
        RandomGenerator random = new Random(11);
        for (int m : new int[] {1, 2, 3}) {
            ErasureCodec codec = ErasureCodecs.codecFor(kind, 4, m);
            byte[][] stripe = Stripes.encodedByLibrary(random, 4, m, 19);
            assertThat(codec.verify(stripe, 0, 19)).isTrue();
            for (byte[] shard : stripe) {
                for (int at = 0; at < shard.length; at++) {
                    byte flip = (byte) (1 + random.nextInt(255));
                    shard[at] ^= flip;
                    assertThat(codec.verify(stripe, 0, 19))
                            .as("4+%d, byte %d ^ %d", m, at, flip)
                            .isFalse();
                    shard[at] ^= flip;
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void verify_replicaFlipped_isFalse(CodecKind kind) {
        ErasureCodec codec = ErasureCodecs.codecFor(kind, 1, 2);
        byte[][] replicas = {{1, 2, 3}, {1, 2, 3}, {1, 2, 4}};
        assertThat(codec.verify(replicas, 0, 3)).isFalse();
        assertThat(codec.verify(replicas, 0, 2)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void reconstruct_threeOf4Plus2Present_isATypedError(CodecKind kind) {
        byte[][] shards = Stripes.encodedByLibrary(new Random(12), 4, 2, 5);
        byte[][] before = Stripes.copy(shards);
        boolean[] present = {true, false, true, false, true, false};
        assertThatThrownBy(() -> ErasureCodecs.codecFor(kind, 4, 2).reconstruct(shards, present, 0, 5))
                .isInstanceOfSatisfying(NotEnoughShardsException.class, e -> {
                    assertThat(e.present()).isEqualTo(3);
                    assertThat(e.needed()).isEqualTo(4);
                })
                .hasMessage("shards of a 4+2 stripe: 3 present, expected at least 4");
        assertThat(shards).isDeepEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void reconstruct_nothingWanted_needsNoShards(CodecKind kind) {
        byte[][] none = new byte[6][];
        ErasureCodecs.codecFor(kind, 4, 2).reconstruct(none, new boolean[6], new boolean[6], 0, 5);
        assertThat(none).isDeepEqualTo(new byte[6][]);
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void badArguments_getOneLineThatNamesThem(CodecKind kind) {
        ErasureCodec codec = ErasureCodecs.codecFor(kind, 4, 2);
        boolean[] present = {true, true, true, false, true, true};
        assertThatThrownBy(() -> codec.encode(new byte[5][8], 0, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shards: 5 given, expected 6, data first");
        assertThatThrownBy(() -> codec.encode(new byte[6][8], -1, 8)).hasMessageContaining("offset -1 and length 8");
        assertThatThrownBy(() -> codec.verify(new byte[6][8], 2, Integer.MAX_VALUE))
                .hasMessageContaining("below 2^31");
        assertThatThrownBy(() -> codec.encode(new byte[6][8], 1, 8))
                .hasMessage("shard 0: 8 bytes given, expected at least 9 (offset 1 + length 8)");
        assertThatThrownBy(() -> codec.reconstruct(new byte[6][8], new boolean[7], 0, 8))
                .hasMessage("present flags: 7 given, expected 6, data first");
        assertThatThrownBy(() -> codec.reconstruct(new byte[6][8], present, new boolean[5], 0, 8))
                .hasMessage("wanted flags: 5 given, expected 6, data first");
        byte[][] withoutTarget = new byte[6][8];
        withoutTarget[3] = null;
        assertThatThrownBy(() -> codec.reconstruct(withoutTarget, present, 0, 8))
                .hasMessage("shard 3: null given, expected an array");
        byte[][] shared = new byte[6][8];
        shared[5] = shared[0];
        assertThatThrownBy(() -> codec.encode(shared, 0, 8))
                .hasMessage("shard 5: the array of shard 0 given, expected its own");
        shared[3] = shared[1];
        assertThatThrownBy(() -> codec.reconstruct(shared, present, 0, 8))
                .hasMessage("shard 3: the array of shard 1 given, expected its own");
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void morePatternsThanPlansAreKept_staysBoundedAndRight(CodecKind kind) {
        MatrixCodec codec = (MatrixCodec) kind.create(8, 3);
        RandomGenerator random = new Random(13);
        byte[][] stripe = Stripes.encodedByLibrary(random, 8, 3, 9);
        List<boolean[]> patterns = Stripes.patterns(11, 3);
        assertThat(patterns).hasSizeGreaterThan(codec.plans().capacity());
        for (int round = 0; round < 2; round++) {
            for (boolean[] present : patterns) {
                byte[][] shards = Stripes.damaged(random, stripe, present);
                codec.reconstruct(shards, present, 0, 9);
                assertThat(shards).isDeepEqualTo(stripe);
            }
        }
        assertThat(codec.plans().size()).isEqualTo(codec.plans().capacity());
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void callersFlags_changedAfterwards_doNotSpoilTheRememberedPlan(CodecKind kind) {
        MatrixCodec codec = (MatrixCodec) kind.create(4, 2);
        RandomGenerator random = new Random(14);
        byte[][] stripe = Stripes.encodedByLibrary(random, 4, 2, 9);
        boolean[] present = {false, true, true, true, true, true};
        codec.reconstruct(Stripes.damaged(random, stripe, present), present, 0, 9);
        present[0] = true;
        present[1] = false;
        byte[][] shards = Stripes.damaged(random, stripe, present);
        codec.reconstruct(shards, present, 0, 9);
        assertThat(shards).isDeepEqualTo(stripe);
        boolean[] firstAgain = {false, true, true, true, true, true};
        codec.reconstruct(shards, firstAgain, 0, 9);
        assertThat(codec.plans().size()).as("plans for two patterns").isEqualTo(2);
    }
}
