package io.chameleon.node.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
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
}
