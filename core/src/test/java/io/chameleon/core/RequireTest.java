package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequireTest {
    /** As people write times, not as Java does. */
    @ParameterizedTest
    @CsvSource({
        "PT25H, 1d1h",
        "PT1M30S, 1m30s",
        "PT0.099S, 99ms",
        "PT0S, 0",
        "PT-5S, -5s",
        "PT0.0009S, 900000ns",
        "PT1.000000001S, 1s1ns",
        "PT2562047788015H12M55.807S, 106751991167d7h12m55s807ms"
    })
    void time_isShownInItsUnits(Duration time, String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Require.that(false, "--settle", time, "less"))
                .withMessage("--settle: '" + text + "' given, expected less");
    }

    @Test
    void longestTimes_areShown_too() {
        assertThat(Require.violation("time", Duration.ofSeconds(Long.MAX_VALUE), "less"))
                .hasMessage("time: '106751991167300d15h30m7s' given, expected less");
        assertThat(Require.violation("time", Duration.ofSeconds(-Long.MAX_VALUE), "more"))
                .hasMessage("time: '-106751991167300d15h30m7s' given, expected more");
        assertThat(Require.violation("time", Duration.ofSeconds(Long.MIN_VALUE), "more"))
                .hasMessageEndingWith("' given, expected more");
    }

    @Test
    void value_isOneLine_ofSoManyCharacters() {
        assertThat(Require.violation("name", "a\nb", "a name")).hasMessage("name: 'a?b' given, expected a name");
        assertThat(Require.violation("name", null, "a name")).hasMessage("name: 'null' given, expected a name");
        assertThat(Require.violation("name", "x".repeat(1_000), "a name").getMessage())
                .hasSizeLessThan(300);
    }
}
