package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;
import org.junit.jupiter.api.Test;

class PaperSettingTest {
    private static final HotColdParameters SWAP = new HotColdParameters(32, 0.1, 10, 40, 0.8, 0.07);

    @Test
    void device_isTheOneOfTheSetting() {
        FlashConfig config = PaperSetting.device(SWAP, 900);
        assertThat(config.writeMode()).isEqualTo(WriteMode.HCWF_SWAP);
        assertThat(config.geometry().blocks()).isEqualTo(1_000);
        assertThat(config.geometry().logicalPages()).isEqualTo(900 * 32);
        assertThat(config.collection().victims()).isEqualTo(new VictimPolicy.Choices(10));
        assertThat(config.collection().swapChoices()).isEqualTo(40);
        assertThat(config.collection().heat()).isEqualTo(new HeatSource.Oracle(0.07));
    }

    @Test
    void settingWithoutSwaps_isADeviceThatNeverSwaps() {
        assertThat(PaperSetting.device(SWAP.withSwapChoices(0), 900).writeMode())
                .isEqualTo(WriteMode.HCWF);
    }

    @Test
    void workload_isTheOneOfTheSetting() {
        assertThat(PaperSetting.workload(SWAP)).isEqualTo(new Workload.Rosenblum(0.8, 0.07));
    }

    /** Five overwrites of the cold pages: 5 * 0.93 / 0.2 overwrites of the device, rounded up. */
    @Test
    void steadyState_waitsForTheColdPages() {
        SteadyState run = PaperSetting.steadyState(SWAP, 900, 0.002);
        assertThat(run.warmUp()).isEqualTo(new WarmUp(24, 2_000, 0.002));
        assertThat(run.warmUpRequests()).isEqualTo(SteadyState.AUTOMATIC);
        assertThat(run.requests()).isEqualTo(SteadyState.AUTOMATIC);
    }

    @Test
    void steadyState_ofPagesThatAreHardlyEverWritten_waitsLongerThanUsual() {
        HotColdParameters cold = new HotColdParameters(32, 0.1, 10, 0, 0.999, 0.001);
        assertThat(PaperSetting.steadyState(cold, 900, 0.002).warmUp()).isEqualTo(new WarmUp(4_995, 4_995, 0.002));
    }

    @Test
    void deviceWithoutRoomForTwoFrontiers_isRefused() {
        assertThatThrownBy(() -> PaperSetting.device(SWAP, 45))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spare blocks for garbage collection");
    }
}
