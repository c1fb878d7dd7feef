package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "250ms, 250",
        "5s, 5000",
        "10m, 600000",
        "1h, 3600000",
        "1h30m, 5400000",
        "2d, 172800000",
        "1s500ms, 1500"
    })
    void time_parsed_isThatLong(String text, long millis) {
        assertThat(Durations.parse("epoch", text)).isEqualTo(Duration.ofMillis(millis));
        assertThat(Durations.parse("epoch", Durations.exact(Duration.ofMillis(millis))))
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "1.5h", "5 s", "PT5S", "999999999999d"})
    void nonsense_parsed_saysWhatWasExpected(String text) {
        assertThatThrownBy(() -> Durations.parse("balancer.epoch", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("balancer.epoch: '")
                .hasMessageContaining("expected");
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

    /** An error line must stay one that can be read. */
    @Test
    void timeThatIsMuchTooLong_isCut() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Durations.parse("time", "1h".repeat(100) + "x"))
                .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(400));
    }

    @Test
    void anyTime_printedExactly_isReadAsTheSame() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            Duration time =
                    Duration.ofMillis(random.nextLong(Duration.ofDays(36_499).toMillis()) >>> random.nextInt(40));
            assertThat(Durations.parse("time", Durations.exact(time))).isEqualTo(time);
        }
    }
}
