package io.chameleon.lab.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Names on the command line. */
class FlagsTest {
    @ParameterizedTest
    @EnumSource(Mode.class)
    void mode_isReadByTheNameThatItPrints_inEitherCase(Mode mode) {
        assertThat(new Mode.Converter().convert(mode.toString())).isEqualTo(mode);
        assertThat(new Mode.Converter().convert(mode.toString().toUpperCase(Locale.ROOT)))
                .isEqualTo(mode);
    }

    @ParameterizedTest
    @EnumSource(Gc.class)
    void collection_isReadByTheNameThatItPrints(Gc gc) {
        assertThat(new Gc.Converter().convert(gc.toString())).isEqualTo(gc);
    }

    /** The name of the constant is ours, not the user's. */
    @ParameterizedTest
    @ValueSource(strings = {"HCWF_SWAP", "", "hcwf ", "lru", "0"})
    void otherNames_areRefused_withThoseThatThereAre(String text) {
        assertThatThrownBy(() -> new Mode.Converter().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'" + text + "' given, expected one of"
                        + " [swf, dwf, hot-cold-copies, hcwf, hcwf-swap, cold]");
    }

    @Test
    void modes_areAllThatADeviceHas() {
        assertThat(Arrays.stream(Mode.values()).map(Mode::writeMode)).containsExactlyInAnyOrder(WriteMode.values());
    }

    @ParameterizedTest
    @CsvSource({"SWF, false", "DWF, false", "HOT_COLD_COPIES, false", "HCWF, true", "HCWF_SWAP, true", "COLD, false"})
    void modelOfHotAndCold_coversTwoModes(Mode mode, boolean covered) {
        assertThat(mode.isHcwf()).isEqualTo(covered);
    }

    @Test
    void collection_takesTheNumberThatIsItsOwn() {
        assertThat(Gc.DCHOICES.victims(7, 9)).isEqualTo(new VictimPolicy.Choices(7));
        assertThat(Gc.WINDOWED.victims(7, 9)).isEqualTo(new VictimPolicy.WindowedGreedy(9));
        assertThat(Gc.GREEDY.victims(7, 9)).isEqualTo(new VictimPolicy.Greedy());
        assertThat(Gc.RANDOM.victims(7, 9)).isEqualTo(new VictimPolicy.Random());
        assertThat(Gc.FIFO.victims(7, 9)).isEqualTo(new VictimPolicy.Fifo());
        assertThat(Gc.COST_BENEFIT.victims(7, 9)).isEqualTo(new VictimPolicy.CostBenefit());
    }
}
