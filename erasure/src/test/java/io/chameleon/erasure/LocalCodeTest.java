package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Locally repairable codes: that they recover what can be recovered, and from as few shards as possible. */
class LocalCodeTest {
    private static final ErasureCode LRC_12_2_2 = new ErasureCode(12, 4, 2);
    private static final int LENGTH = 67;

    /**
     * The most that shards can yield with these groups and so many parities over all, whatever the coefficients: a
     * group yields no more than its data shards, and a global parity one more.
     */
    private static boolean isPossible(ErasureCode code, long present) {
        int size = code.dataShards() / code.localGroups();
        int yield = Long.bitCount(present >>> code.dataShards() + code.localGroups());
        for (int group = 0; group < code.localGroups(); group++) {
            int there = Long.bitCount(present >>> group * size & (1L << size) - 1);
            there += (int) (present >>> code.dataShards() + group & 1);
            yield += Math.min(size, there);
        }
        return yield >= code.dataShards();
    }

    private static int rank(ErasureCode code, byte[][] parityRows, long present) {
        RowBasis basis = new RowBasis(code.dataShards());
        for (int shard = 0; shard < code.width(); shard++) {
            if ((present >>> shard & 1) != 0) {
                boolean unused = basis.add(ErasureCode.row(parityRows, code.dataShards(), shard));
            }
        }
        return basis.size();
    }

    @ParameterizedTest
    @CsvSource({"4,2,1", "4,2,2", "6,2,2", "6,3,2", "8,2,2", "8,4,2", "12,2,2", "12,2,1"})
    void everyLossThatSuchGroupsCanBear_isRecovered(int data, int groups, int globals) {
        ErasureCode code = new ErasureCode(data, groups + globals, groups);
        byte[][] rows = code.parityRows();
        for (long present = 0; present < 1L << code.width(); present++) {
            assertThat(rank(code, rows, present) == data)
                    .as("%s, present %x", code, present)
                    .isEqualTo(isPossible(code, present));
        }
    }

    /** Wider shapes: all losses of as many shards as there are parities. */
    @ParameterizedTest
    @CsvSource({"30,2,2", "20,4,2", "15,5,2", "28,14,2"})
    void lossesOfAllParityOfWideCodes_areRecovered_ifTheyCanBe(int data, int groups, int globals) {
        ErasureCode code = new ErasureCode(data, groups + globals, groups);
        byte[][] rows = code.parityRows();
        Random random = new Random(17);
        for (int i = 0; i < 20_000; i++) {
            long present = (1L << code.width()) - 1;
            for (int lost = 0; lost < code.parityShards(); lost++) {
                present &= ~(1L << random.nextInt(code.width()));
            }
            assertThat(rank(code, rows, present) == data)
                    .as("%s, present %x", code, present)
                    .isEqualTo(isPossible(code, present));
        }
    }

    @Test
    void coefficientsOfTwoGroups_neverHaveTheSameDifference() {
        // The widest that there is, and the condition on which the proof for two global parities stands.
        byte[][] rows = new ErasureCode(17 * 14, 17 + 1, 17).parityRows();
        byte[] coefficients = rows[17];
        boolean[][] sums = new boolean[17][256];
        for (int group = 0; group < 17; group++) {
            for (int a = 0; a < 14; a++) {
                int first = coefficients[group * 14 + a] & 0xFF;
                sums[group][first] = true;
                for (int b = 0; b < a; b++) {
                    int sum = first ^ coefficients[group * 14 + b] & 0xFF;
                    assertThat(sum).isNotZero();
                    sums[group][sum] = true;
                }
            }
        }
        for (int value = 1; value < 256; value++) {
            int at = value;
            assertThat(IntStream.range(0, 17).filter(group -> sums[group][at]).count())
                    .as("groups with the sum %d", value)
                    .isLessThanOrEqualTo(1);
        }
    }

    private static byte[][] stripe(ErasureCode code, long seed) {
        byte[][] shards = Stripes.random(new Random(seed), code.width(), LENGTH);
        byte[][] rows = code.parityRows();
        for (int parity = 0; parity < code.parityShards(); parity++) {
            for (int at = 0; at < LENGTH; at++) {
                int sum = 0;
                for (int data = 0; data < code.dataShards(); data++) {
                    sum ^= GaloisField.multiply(rows[parity][data] & 0xFF, shards[data][at] & 0xFF);
                }
                shards[code.dataShards() + parity][at] = (byte) sum;
            }
        }
        return shards;
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void everyCodec_codesAndDecodesLikeTheSlowObviousSums(CodecKind kind) {
        Random random = new Random(kind.ordinal());
        for (ErasureCode code : new ErasureCode[] {LRC_12_2_2, new ErasureCode(6, 5, 3), new ErasureCode(4, 3, 2)}) {
            ErasureCodec codec = kind.create(code);
            for (int i = 0; i < 200; i++) {
                byte[][] expected = stripe(code, random.nextLong());
                byte[][] encoded = Stripes.copy(expected);
                Arrays.stream(encoded, code.dataShards(), code.width()).forEach(random::nextBytes);
                codec.encode(encoded, 0, LENGTH);
                assertThat(encoded).isDeepEqualTo(expected);
                assertThat(codec.verify(encoded, 0, LENGTH)).isTrue();

                boolean[] present = Stripes.randomPattern(random, code.width(), code.parityShards());
                byte[][] damaged = Stripes.damaged(random, expected, present);
                if (isPossible(code, bits(present))) {
                    codec.reconstruct(damaged, present, 0, LENGTH);
                    assertThat(damaged).isDeepEqualTo(expected);
                } else {
                    assertThatThrownBy(() -> codec.reconstruct(damaged, present, 0, LENGTH))
                            .isInstanceOf(NotEnoughShardsException.class)
                            .hasMessageContaining("such as yield what is missing");
                }
            }
        }
    }

    private static long bits(boolean[] flags) {
        long bits = 0;
        for (int i = 0; i < flags.length; i++) {
            bits |= flags[i] ? 1L << i : 0;
        }
        return bits;
    }

    /** Of all other shards there are none, not even arrays. */
    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void oneLostShardOfAGroup_isMadeFromTheOthersOfTheGroupAlone(CodecKind kind) {
        ErasureCodec codec = kind.create(LRC_12_2_2);
        byte[][] expected = stripe(LRC_12_2_2, 5);
        for (int group = 0; group < 2; group++) {
            int[] members = IntStream.concat(IntStream.range(6 * group, 6 * group + 6), IntStream.of(12 + group))
                    .toArray();
            for (int lost : members) {
                byte[][] shards = new byte[16][];
                boolean[] present = new boolean[16];
                boolean[] wanted = new boolean[16];
                for (int member : members) {
                    present[member] = member != lost;
                    shards[member] = member == lost ? new byte[LENGTH] : expected[member].clone();
                }
                wanted[lost] = true;
                codec.reconstruct(shards, present, wanted, 0, LENGTH);
                assertThat(shards[lost]).isEqualTo(expected[lost]);
            }
        }
    }

    @Test
    void parityMatrixOf12Plus2Plus2_isThePinnedOne() {
        assertThat(Arrays.stream(LRC_12_2_2.parityRows()).map(HexFormat.of()::formatHex))
                .containsExactly(
                        "010101010101000000000000",
                        "000000000000010101010101",
                        "01984e0a99d6022d9c142fb1",
                        "014e99444fd704255e0d217b");
    }

    @ParameterizedTest
    @CsvSource({"12,4,5", "13,4,2", "2,4,2", "32,4,2", "12,6,2", "12,2,2", "36,20,18", "12,4,1", "12,4,-1"})
    void shapeThatIsNotMaximallyRecoverable_isRefusedInOneLine(int data, int parity, int groups) {
        assertThatThrownBy(() -> new ErasureCode(data, parity, groups))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected 2 to 17 groups of 2 to 15 data shards each");
    }
}
