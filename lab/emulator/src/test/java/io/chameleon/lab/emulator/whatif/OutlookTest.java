package io.chameleon.lab.emulator.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ServerId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From pages programmed to the end of a device's life, by hand. */
class OutlookTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private static DeviceLife device(String name, double used, double perEpoch) {
        return new DeviceLife(new ServerId(name), used, 3_000, perEpoch);
    }

    @Test
    void pagesProgrammed_becomeErasesOfABlock() {
        // 6400 pages fill 100 blocks of 64, so each of 10 blocks is erased 10 times, in 5 epochs.
        assertThat(Outlook.erasesPerBlock(6_400, 64, 10, 5)).isEqualTo(2);
    }

    @Test
    void whatIsLeft_lastsByTheRate() {
        assertThat(device("a", 0, 2).epochsLeft()).isEqualTo(1_500);
        assertThat(device("a", 0.25, 2).epochsLeft())
                .as("2250 erases left, 2 an epoch")
                .isEqualTo(1_125);
        assertThat(device("a", 0.25, 0).epochsLeft()).isInfinite();
    }

    @Test
    void deviceBeyondItsRating_isDeadNow() {
        assertThat(device("a", 1.2, 2).epochsLeft()).isZero();
        assertThat(device("a", 1, 0).epochsLeft()).isZero();
    }

    @Test
    void cluster_isSummedUp() {
        DeviceLife early = device("a", 0.5, 15); // 100 epochs
        DeviceLife middle = device("b", 0.9, 1); // 300
        DeviceLife late = device("c", 0, 3); // 1000
        Outlook three = new Outlook("x", List.of(late, early, middle), 300, 1);
        assertThat(three.first()).isEqualTo(early);
        assertThat(three.median()).isCloseTo(300, within(1e-6));
        assertThat(three.last()).isEqualTo(1_000);
        assertThat(three.mean()).isCloseTo(1_400.0 / 3, within(1e-6));
        Outlook two = new Outlook("y", List.of(late, early), 309, 1);
        assertThat(two.median()).isEqualTo(550);
        assertThat(two.extraErases(three)).isCloseTo(3, within(1e-9));
    }

    @Test
    void lives_areShownInTheUnitPeopleThinkIn() {
        assertThat(LifeTime.of(5, HOUR)).isEqualTo("5.0 h");
        assertThat(LifeTime.of(240, HOUR)).isEqualTo("10.0 d");
        assertThat(LifeTime.of(10 * 8_766, HOUR)).isEqualTo("10.0 y");
        assertThat(LifeTime.of(10 * 8_766, Duration.ofMinutes(30))).isEqualTo("5.0 y");
        assertThat(LifeTime.of(Double.POSITIVE_INFINITY, HOUR)).isEqualTo("> 1000 y");
    }
}
