package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Media and flash technologies. */
class HardwareTest {
    private static final MediumTiming TIMING = new MediumTiming(100, 10, 1_000, 20);

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 110, 1020", "5, 150, 1100"})
    void command_takesItsLatencyOnce_andTimeForEachPage(int pages, long read, long write) {
        assertThat(TIMING.read(pages)).isEqualTo(read);
        assertThat(TIMING.write(pages)).isEqualTo(write);
    }

    @Test
    void accessTime_isTheMeanOfAReadAndAWriteOfAPage() {
        assertThat(TIMING.accessNanos()).isEqualTo((110 + 1_020) / 2);
    }

    /** Section I: QLC flash has ten times the latency of Optane. */
    @Test
    void media_areOrderedByTheirLatency() {
        assertThat(MediumTiming.DRAM.accessNanos()).isLessThan(MediumTiming.OPTANE.accessNanos());
        assertThat(MediumTiming.OPTANE.accessNanos()).isLessThan(MediumTiming.TLC.accessNanos());
        assertThat(MediumTiming.TLC.accessNanos()).isLessThan(MediumTiming.QLC.accessNanos());
        assertThat(MediumTiming.QLC.readNanos()).isGreaterThan(10 * MediumTiming.OPTANE.readNanos());
    }

    @Test
    void negativeTime_isRefused() {
        assertThatThrownBy(() -> new MediumTiming(0, 0, 0, -1)).hasMessageContaining("service times");
        assertThatThrownBy(() -> new MediumTiming(-1, 0, 0, 0)).hasMessageContaining("at least 0");
    }

    /** The same number of cells, whatever they hold: capacity times price per byte is the price of the cells. */
    @ParameterizedTest
    @EnumSource(FlashTechnology.class)
    void cells_costTheSame_whateverTheyHold(FlashTechnology technology) {
        assertThat(technology.capacity() * technology.price()).isCloseTo(1, within(1e-12));
        assertThat(technology.capacity()).isEqualTo(technology.bitsPerCell() / 4.0);
    }

    @ParameterizedTest
    @EnumSource(FlashTechnology.class)
    void smallerStructures_standFewerCycles(FlashTechnology technology) {
        assertThat(technology.cycles(ProcessNode.NM_2X))
                .isCloseTo(0.6 * technology.cycles(ProcessNode.NM_3X), within(1e-9));
        assertThat(technology.cycles(ProcessNode.NM_1X))
                .isCloseTo(0.3 * technology.cycles(ProcessNode.NM_3X), within(1e-9));
    }

    /** TLC: three quarters of the bytes, 3,000 instead of 1,200 times. */
    @Test
    void endurance_isInBytesOverTheLife() {
        assertThat(FlashTechnology.TLC.endurance(ProcessNode.NM_3X)).isCloseTo(1.875, within(1e-12));
        assertThat(FlashTechnology.PLC.endurance(ProcessNode.NM_1X)).isCloseTo(1.25 * 180 / 1_200, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "'5', 'BUSY'",
        "'5,9', 'MODERATE,BUSY'",
        "'5,9,7', 'LOW,BUSY,MODERATE'",
        "'4,4,4,4', 'BUSY,BUSY,MODERATE,LOW'",
        "'1,2,3,4,5', 'LOW,MODERATE,MODERATE,BUSY,BUSY'",
        "'0,0,9,0,0,0', 'BUSY,MODERATE,BUSY,MODERATE,LOW,LOW'",
    })
    void days_areCutInThirds_theBusiestFirst(String requests, String classes) {
        long[] days = requests.isEmpty()
                ? new long[0]
                : Arrays.stream(requests.split(",")).mapToLong(Long::parseLong).toArray();
        assertThat(String.join(
                        ",", Traffic.ofDays(days).stream().map(Traffic::name).toList()))
                .isEqualTo(classes);
    }
}
