package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.common.Gc;
import io.chameleon.lab.common.Mode;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DeviceOptionsTest {
    private static final HeatSource HEAT = new HeatSource.Oracle(0.1);

    private static DeviceOptions options(String... args) {
        return CommandLine.populateCommand(new DeviceOptions(), args);
    }

    private static Map<String, Object> described(String... args) {
        Map<String, Object> json = new LinkedHashMap<>();
        options(args).describe(json);
        return json;
    }

    @Test
    void withoutOptions_itIsTheGreedyDeviceOfTableII() {
        FlashConfig config = options().config(850, HEAT);
        assertThat(config.writeMode()).isEqualTo(WriteMode.SINGLE);
        assertThat(config.collection().victims()).isEqualTo(new VictimPolicy.Greedy());
        assertThat(config.geometry().pagesPerBlock()).isEqualTo(64);
        assertThat(config.geometry().blocks()).isEqualTo(1_000);
        assertThat(config.geometry().logicalPages()).isEqualTo(850 * 64);
    }

    /** The model of hot and cold frontiers draws d blocks. */
    @ParameterizedTest
    @CsvSource({
        "swf, GREEDY",
        "dwf, GREEDY",
        "hot-cold-copies, GREEDY",
        "cold, GREEDY",
        "hcwf, DCHOICES",
        "hcwf-swap, DCHOICES"
    })
    void collection_thatIsNotNamed_followsTheMode(String mode, Gc expected) {
        assertThat(options("--mode", mode).gc()).isEqualTo(expected);
        assertThat(options("--mode", mode, "--gc", "fifo").gc()).isEqualTo(Gc.FIFO);
    }

    @ParameterizedTest
    @CsvSource({
        "greedy, Greedy[]",
        "random, Random[]",
        "fifo, Fifo[]",
        "dchoices, Choices[choices=7]",
        "windowed, WindowedGreedy[window=50]",
        "cost-benefit, CostBenefit[]"
    })
    void collection_thatIsNamed_isTheDevices(String gc, String expected) {
        FlashConfig config = options("--gc", gc, "--d", "7", "--window", "50").config(850, HEAT);
        assertThat(config.collection().victims()).hasToString(expected);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void mode_isTheDevices(Mode mode) {
        DeviceOptions options = options("--mode", mode.toString());
        assertThat(options.mode()).isEqualTo(mode);
        assertThat(options.config(850, HEAT).writeMode()).isEqualTo(mode.writeMode());
    }

    @Test
    void numbers_reachTheDevice() {
        FlashConfig config = options(
                        "--mode",
                        "hcwf-swap",
                        "--pages-per-block",
                        "32",
                        "--spare-factor",
                        "0.2",
                        "--dstar",
                        "40",
                        "--temperatures",
                        "6")
                .config(80, HEAT);
        assertThat(config.geometry().pagesPerBlock()).isEqualTo(32);
        assertThat(config.geometry().blocks()).isEqualTo(100);
        assertThat(config.collection().swapChoices()).isEqualTo(40);
        assertThat(config.collection().temperatures()).isEqualTo(6);
        assertThat(config.collection().heat()).isEqualTo(HEAT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0.1", "0.91", "1", "NaN"})
    void spareFactor_thatLeavesNoRoomOrNoPages_isRefusedByItsOption(String spareFactor) {
        assertThatThrownBy(() -> options("--spare-factor", spareFactor).config(850, HEAT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--spare-factor: '" + Double.parseDouble(spareFactor)
                        + "' given, expected a number above 0, at most 0.9");
    }

    @Test
    void deviceTooSmallForItsFrontiers_isRefused() {
        assertThatThrownBy(() ->
                        options("--mode", "cold", "--spare-factor", "0.05").config(100, HEAT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spare blocks for garbage collection");
    }

    /** A number that the device does not use would be taken for one that it does. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "swf       | greedy   | mode,gc,pages_per_block,spare_factor",
                "swf       | dchoices | mode,gc,pages_per_block,spare_factor,d",
                "swf       | windowed | mode,gc,pages_per_block,spare_factor,window",
                "cold      | greedy   | mode,gc,pages_per_block,spare_factor,temperatures",
                "hcwf      | dchoices | mode,gc,pages_per_block,spare_factor,d",
                "hcwf-swap | dchoices | mode,gc,pages_per_block,spare_factor,d,dstar",
                "hcwf-swap | random   | mode,gc,pages_per_block,spare_factor,dstar"
            })
    void answer_namesOnlyTheNumbersThatCount(String mode, String gc, String keys) {
        Map<String, Object> json = described("--mode", mode, "--gc", gc);
        assertThat(String.join(",", json.keySet())).isEqualTo(keys);
        assertThat(json).containsEntry("mode", mode).containsEntry("gc", gc);
    }
}
