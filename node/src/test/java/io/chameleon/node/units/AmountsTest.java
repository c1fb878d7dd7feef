package io.chameleon.node.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Amounts at the ends of what can be said, and back. */
class AmountsTest {
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
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse("time", "1h".repeat(100) + "x"))
                .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(400));
    }

    @Test
    void anyAmount_printedExactly_isReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            long bytes = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
            bytes = random.nextBoolean() ? bytes : bytes >> 20 << 20;
            assertThat(ByteSize.parse("size", ByteSize.exact(bytes))).isEqualTo(bytes);
            Duration time =
                    Duration.ofMillis(random.nextLong(Duration.ofDays(36_499).toMillis()) >>> random.nextInt(40));
            assertThat(Durations.parse("time", Durations.exact(time))).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1047552, 1023.0 KiB",
        "996148, 972.8 KiB",
        "1048524, 1023.9 KiB",
        "1048525, 1.0 MiB",
        "1048576, 1.0 MiB",
        "1073741824, 1.0 GiB",
        "1610612736, 1.5 GiB",
        "9223372036854775807, 8388608.0 TiB",
        "-1, -1 B"
    })
    void bytesForPeople_haveOneDecimal_inTheLargestUnitThatFits(long bytes, String text) {
        assertThat(ByteSize.human(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0",
        "PT0.001S, 1ms",
        "PT0.0009S, 0",
        "PT1S, 1s",
        "PT61S, 1m1s",
        "PT24H, 1d",
        "PT25H30M0.5S, 1d1h30m500ms",
        "PT-5S, 0"
    })
    void time_isPrintedInItsUnits_toTheMillisecond(Duration time, String text) {
        assertThat(Durations.exact(time)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"36499d, 36499", "0d, 0", "24h, 1", "1d24h, 2", "24h1d, 2"})
    void time_maySayUnitsInAnyOrder(String text, long days) {
        assertThat(Durations.parse("time", text)).isEqualTo(Duration.ofDays(days));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"00", "0.5s", "1 h", "1H", "1min", "1h,30m", "-0", "36500d", "999999999999h", "1µs", "１s", "1\ns"
            })
    void time_thatIsNone_isRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse("balancer.epoch", text))
                .withMessageStartingWith("balancer.epoch: '")
                .withMessageContaining("' given, expected ")
                .withMessageNotContaining("\n");
    }
}
