package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StripeCodecTest {
    private final StripeCodec codec = new StripeCodec();

    private static byte[] segment(int bytes) {
        byte[] segment = new byte[bytes];
        new Random(bytes).nextBytes(segment);
        return segment;
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void chosenCodec_codesAndRestores_toTheSameBytes(CodecKind kind) {
        StripeCodec chosen = new StripeCodec(kind);
        byte[][] whole = chosen.encode(new ErasureCode(4, 2), segment(20_001));
        assertThat(whole).isDeepEqualTo(codec.encode(new ErasureCode(4, 2), segment(20_001)));
        byte[] @Nullable [] some = whole.clone();
        some[0] = null;
        some[3] = null;
        assertThat(chosen.restore(new ErasureCode(4, 2), some, 20_001)).isDeepEqualTo(whole);
    }

    /** Includes an empty segment, one of less than a page, and one that its shards do not divide evenly. */
    @ParameterizedTest
    @CsvSource({"1,2,0", "1,2,1", "1,2,20000", "4,2,0", "4,2,1", "4,2,4097", "4,2,20001", "3,0,9000"})
    void encode_isTheLayoutWithTheParityOfTheCode(int k, int m, int bytes) {
        byte[] segment = segment(bytes);
        StripeLayout layout = new StripeLayout(k, m, bytes);
        byte[][] expected = layout.split(segment, 0);
        ErasureCodecs.codecFor(k, m).encode(expected, 0, layout.shardBytes());
        assertThat(codec.encode(new ErasureCode(k, m), segment)).isDeepEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1,2,0", "1,2,1", "1,2,20000", "4,2,0", "4,2,1", "4,2,4097", "4,2,20001"})
    void restore_ofAnyEnoughFragments_givesAllOfThem_andHandsBackThosePresent(int k, int m, int bytes) {
        byte[][] whole = codec.encode(new ErasureCode(k, m), segment(bytes));
        for (boolean[] present : Stripes.patterns(k + m, m)) {
            byte[] @Nullable [] some = new byte[k + m][];
            for (int index = 0; index < some.length; index++) {
                some[index] = present[index] ? whole[index] : null;
            }
            byte[][] restored = codec.restore(new ErasureCode(k, m), some, bytes);
            assertThat(restored).isDeepEqualTo(whole);
            for (int index = 0; index < some.length; index++) {
                if (present[index]) {
                    assertThat(restored[index]).isSameAs(whole[index]);
                } else {
                    assertThat(restored[index]).isNotSameAs(whole[index]);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,2", "4,2"})
    void restore_ofTooFewFragments_isATypedError(int k, int m) {
        byte[] @Nullable [] some = codec.encode(new ErasureCode(k, m), segment(20_000));
        for (int index = 0; index <= m; index++) {
            some[index] = null;
        }
        assertThatThrownBy(() -> codec.restore(new ErasureCode(k, m), some, 20_000))
                .isInstanceOf(NotEnoughShardsException.class);
    }

    @ParameterizedTest
    @CsvSource({"1,2", "4,2"})
    void restore_ofAFragmentThatIsTooShort_namesIt(int k, int m) {
        byte[] @Nullable [] some = codec.encode(new ErasureCode(k, m), segment(20_000));
        some[0] = new byte[3];
        some[1] = null;
        assertThatThrownBy(() -> codec.restore(new ErasureCode(k, m), some, 20_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shard 0");
    }
}
