package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.ssd.workload.SteadyState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class RequestCountTest {
    private final RequestCount count = new RequestCount();

    @ParameterizedTest
    @CsvSource({"0, 0", "1000000, 1000000", "007, 7", "999999999999999999, 999999999999999999"})
    void digits_areANumberOfPageWrites(String text, long expected) {
        assertThat(count.convert(text)).isEqualTo(expected);
    }

    @Test
    void auto_letsTheRunDecide() {
        assertThat(count.convert("auto")).isEqualTo(SteadyState.AUTOMATIC);
    }

    /** -1 is how the run is told to decide by itself; nobody types it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1e6", "1.5", "AUTO", "1000000000000000000", " 1", "1k"})
    void anythingElse_isRefusedInOneLine(String text) {
        assertThatThrownBy(() -> count.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'" + text + "' given, expected a number of page writes, or auto");
    }
}
