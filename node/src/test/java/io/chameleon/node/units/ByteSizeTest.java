package io.chameleon.node.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        "1099511627776, 1.0 TiB"
    })
    void humanText_isRounded(long bytes, String text) {
        assertThat(ByteSize.human(bytes)).isEqualTo(text);
    }
}
