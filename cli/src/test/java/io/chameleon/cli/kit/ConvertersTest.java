package io.chameleon.cli.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Sizes and times as options take them. A converter that throws another exception would print a stack trace's name. */
class ConvertersTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "64MiB, 67108864", "64mib, 67108864", "1.5 GiB, 1610612736", "10kB, 10000", "' 7 ', 7"})
    void size_isThatManyBytes(String text, long bytes) {
        assertThat(new SizeConverter().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-1", "many", "1.5", "1KB5", "9EiB", "8388608TiB", "٣MiB", "0x10", "1,5GiB"})
    void sizeThatIsNone_isQuoted_withWhatWasExpected(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new SizeConverter().convert(text))
                .withMessageStartingWith("size: '" + text + "' given, expected ");
    }

    @ParameterizedTest
    @CsvSource({"0, PT0S", "250ms, PT0.25S", "5s, PT5S", "1h30m, PT1H30M", "2d, PT48H", "' 1m ', PT1M"})
    void time_isThatLong(String text, Duration time) {
        assertThat(new TimeConverter().convert(text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "-5s", "1.5h", "5 s", "s", "soon", "1w", "5S", "PT5S", "999999999999d", "５s"})
    void timeThatIsNone_isQuoted_withWhatWasExpected(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new TimeConverter().convert(text))
                .withMessageStartingWith("time: '" + text + "' given, expected ");
    }
}
