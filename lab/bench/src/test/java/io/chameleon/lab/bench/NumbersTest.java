package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    /** Three significant digits, whole from a thousand on, never in scientific notation. */
    @ParameterizedTest
    @CsvSource({
        "0,          0",
        "0.00012345, 0.000123",
        "0.1,        0.1",
        "0.12351,    0.124",
        "1,          1",
        "1.005,      1.01",
        "12.34,      12.3",
        "99.95,      100",
        "123.4,      123",
        "999.4,      999",
        "999.9,      1000",
        "1000,       1000",
        "1234.5,     1235",
        "12345678,   12345678",
        "1e10,       10000000000",
        "-12.34,     -12.3",
        "-1234.4,    -1234",
        "NaN,        -",
        "Infinity,   -",
        "-Infinity,  -",
    })
    void number_isShownToPeople(double value, String text) {
        assertThat(Numbers.plain(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "' 70 ', 70", "0.5, 0.5", "1e-3, 0.001", "1000000, 1000000"})
    void weight_isAnyNumberAboveZero(String text, double weight) {
        assertThat(Weighted.weight("--mix", text)).isEqualTo(weight);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "0", "-1", "NaN", "Infinity", "1000001", "1 2"})
    void weight_bad_isNamedWithItsOption(String text) {
        assertThatThrownBy(() -> Weighted.weight("--sizes", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--sizes: '" + text + "' given, expected a weight above 0, at most 1000000");
    }
}
