package io.chameleon.node.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "4096, 4096",
        "17B, 17",
        "64KiB, 65536",
        "64kib, 65536",
        "10kB, 10000",
        "8MiB, 8388608",
        "10GB, 10000000000",
        "1.5GiB, 1610612736",
        "0.5 KiB, 512",
        "7TiB, 7696581394432"
    })
    void amount_parsed_isThatManyBytes(String text, long bytes) {
        assertThat(ByteSize.parse("size", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MiB", "-1", "1e9", "5 apples", "1.2.3", "0.3B", "99999999TiB", "1\n2"})
    void nonsense_parsed_saysWhatWasExpected(String text) {
        assertThatThrownBy(() -> ByteSize.parse("server.capacity-bytes", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("server.capacity-bytes: '")
                .hasMessageContaining("expected")
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 1000, 1024, 1025, 65536, 10_000_000_000L, 1L << 40, 3L << 30, Long.MAX_VALUE / 1024 / 10})
    void exactText_parsed_isTheSameAmount(long bytes) {
        assertThat(ByteSize.parse("size", ByteSize.exact(bytes))).isEqualTo(bytes);
    }

    @Test
    void exactText_usesTheLargestUnitThatDivides() {
        assertThat(ByteSize.exact(64 << 20)).isEqualTo("64MiB");
        assertThat(ByteSize.exact((64 << 20) + 1)).isEqualTo("67108865");
        assertThat(ByteSize.exact(0)).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1536, 1.5 KiB",
        "20000000, 19.1 MiB",
        "1099511627776, 1.0 TiB",
        "1, 1 B",
        "1047552, 1023.0 KiB",
        "996148, 972.8 KiB",
        "1048524, 1023.9 KiB",
        "1048525, 1.0 MiB",
        "1048575, 1.0 MiB",
        "1048576, 1.0 MiB",
        "1073741824, 1.0 GiB",
        "1610612736, 1.5 GiB",
        "9223372036854775807, 8388608.0 TiB",
        "-1, -1 B"
    })
    void humanText_isRounded(long bytes, String text) {
        assertThat(ByteSize.human(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807B, 9223372036854775807",
        "8388607TiB, 9223370937343148032",
        "0.001kB, 1",
        "1.000000000GB, 1000000000",
        "000007, 7",
        "0TiB, 0",
        "2.5 mb, 2500000"
    })
    void bytes_areExact_alsoAtTheEnds(String text, long bytes) {
        assertThat(ByteSize.parse("size", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808",
                "8388608TiB",
                "999999999999999999TiB",
                "0.5",
                "0.1KiB",
                "0.0009765625KiB",
                "1KiBB",
                "1 KiB 2",
                "KiB1",
                "+1",
                "1_000",
                "1,000",
                "１KiB",
                "1\u00a0KiB",
                "∞",
                "NaN",
                "1e3"
            })
    void bytes_thatAreNone_areQuoted(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteSize.parse("server.capacity-bytes", text))
                .withMessageStartingWith("server.capacity-bytes: '" + text + "' given, expected ");
    }

    /** An error line must stay one that can be read. */
    @Test
    void amountThatIsMuchTooLong_isCut() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteSize.parse("size", "9".repeat(100_000)))
                .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(400));
    }

    @Test
    void anyAmount_printedExactly_isReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            long bytes = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
            bytes = random.nextBoolean() ? bytes : bytes >> 20 << 20;
            assertThat(ByteSize.parse("size", ByteSize.exact(bytes))).isEqualTo(bytes);
        }
    }
}
