package io.chameleon.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Fnv1a64Test {
    /** From the FNV authors' test vectors. */
    @ParameterizedTest
    @CsvSource({"'', cbf29ce484222325", "a, af63dc4c8601ec8c", "foobar, 85944171f73967e8"})
    void raw_isFnv1a(String text, String hash) {
        assertThat(Long.toHexString(Fnv1a64.raw(text.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(hash);
    }

    /** fmix64 maps 0 to 0; 1 to a value printed by MurmurHash3's reference code. */
    @Test
    void mix_isMurmursFinaliser() {
        assertThat(Fnv1a64.mix(0)).isZero();
        assertThat(Long.toHexString(Fnv1a64.mix(1))).isEqualTo("b456bcfc34c2cb2c");
    }

    /** A change of these values would move every object of every cluster: rings are computed, not stored. */
    @ParameterizedTest
    @CsvSource({"'', efd01f60ba992926", "flash-0#0, d31fa8c901d41779", "photos/\u00e9, 790882fb807ac919"})
    void hash_staysWhatItWas(String text, String hash) {
        assertThat(Long.toHexString(Fnv1a64.hash(text))).isEqualTo(hash);
    }
}
