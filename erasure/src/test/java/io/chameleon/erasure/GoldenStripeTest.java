package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Parity that is already on flash stays readable: these values may never change. */
class GoldenStripeTest {
    private static final HexFormat HEX = HexFormat.of();

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void parityMatrixOf4Plus2_isThePinnedOne(CodecKind kind) {
        byte[][] identity = new byte[6][4];
        for (int i = 0; i < 4; i++) {
            identity[i][i] = 1;
        }
        kind.create(4, 2).encode(identity, 0, 4);
        assertThat(HEX.formatHex(identity[4])).isEqualTo("1b1c1214");
        assertThat(HEX.formatHex(identity[5])).isEqualTo("1c1b1412");
    }

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void parityOfAFixedStripe_isThePinnedOne(CodecKind kind) {
        byte[][] shards = fixed(4, 2, 16);
        kind.create(4, 2).encode(shards, 0, 16);
        assertThat(HEX.formatHex(shards[0])).isEqualTo("030a11181f262d343b424950575e656c");
        assertThat(HEX.formatHex(shards[4])).isEqualTo("876edd349b0a592057e6c2e6f4bd422b");
        assertThat(HEX.formatHex(shards[5])).isEqualTo("a665fc33ba561f78114de391d58684f3");
    }

    /** CRC-32C over all parity bytes, for schemes other than the usual one. */
    @ParameterizedTest
    @CsvSource({"2,1,db89a7b4", "6,3,dbad4e32", "10,4,3cbc625e", "16,16,7fcee0a9", "200,56,d87081a6"})
    void parityOfOtherSchemes_isThePinnedOne(int k, int m, String expectedCrc) {
        for (CodecKind kind : Stripes.codecs()) {
            byte[][] shards = fixed(k, m, 1000);
            kind.create(k, m).encode(shards, 0, 1000);
            CRC32C crc = new CRC32C();
            Arrays.stream(shards, k, k + m).forEach(crc::update);
            assertThat(HEX.toHexDigits((int) crc.getValue()))
                    .as("%s %d+%d", kind, k, m)
                    .isEqualTo(expectedCrc);
        }
    }

    /** Byte j of shard i is 31 · i + 7 · j + 3, modulo 256. */
    private static byte[][] fixed(int k, int m, int length) {
        byte[][] shards = new byte[k + m][length];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < length; j++) {
                shards[i][j] = (byte) (31 * i + 7 * j + 3);
            }
        }
        return shards;
    }
}
