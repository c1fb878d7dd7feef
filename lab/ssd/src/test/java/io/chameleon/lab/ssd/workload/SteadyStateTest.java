package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.ssd.theory.HotColdModel;
import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.theory.UniformModel;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.VictimPolicy;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The device compared with the models, on settings that are in no table. */
class SteadyStateTest {
    /**
     * A device of a few thousand blocks is slightly above the limit of many (GC reading 10: 0.4 % at a thousand
     * blocks).
     */
    @ParameterizedTest
    @CsvSource({
        "16, 0.10, 6, 3, 0.85, 0.15",
        "16, 0.20, 3, 20, 0.95, 0.05",
        "32, 0.10, 10, 0, 0.9, 0.1",
        "16, 0.08, 4, 0, 0.7, 0.3"
    })
    void hotColdDevice_inSteadyState_amplifiesAsItsModelSays(
            int b, double spareFactor, int d, int dStar, double r, double f) {
        HotColdParameters setting = new HotColdParameters(b, spareFactor, d, dStar, r, f);
        Measurement measured = PaperSetting.steadyState(setting, 3_600, 0.001).run(1, System::nanoTime, pages -> {});
        assertThat(measured.stationary()).isTrue();
        assertThat(measured.writeAmplification())
                .isCloseTo(HotColdModel.fixedPoint(setting).writeAmplification(), Percentage.withPercentage(0.5));
    }

    @Test
    void oneFrontier_underUniformWrites_amplifiesAsItsModelSays() {
        UniformModel model = new UniformModel(32, 0.15);
        assertThat(uniform(new VictimPolicy.Greedy())).isCloseTo(model.greedy(), Percentage.withPercentage(0.7));
        assertThat(uniform(new VictimPolicy.Choices(3))).isCloseTo(model.choices(3), Percentage.withPercentage(0.7));
        assertThat(uniform(new VictimPolicy.Fifo())).isCloseTo(model.fifo(), Percentage.withPercentage(0.7));
        assertThat(uniform(new VictimPolicy.Random())).isCloseTo(model.random(), Percentage.withPercentage(1.5));
    }

    @Test
    void sameSeed_givesTheSameResult_howeverManyThreads() {
        SteadyState run = fixed(new VictimPolicy.Choices(5), 40_000, 40_000);
        List<Counts> alone = Replications.run(4, 1, 3, seed -> counts(run, seed));
        List<Counts> together = Replications.run(4, 4, 3, seed -> counts(run, seed));
        assertThat(together).isEqualTo(alone);
        assertThat(alone.get(1)).isNotEqualTo(alone.get(0));
    }

    @Test
    void numbersOfRequests_areKept() {
        Measurement measured = fixed(new VictimPolicy.Greedy(), 12_345, 6_789).run(1, () -> 0, pages -> {});
        assertThat(measured.warmUpRequests()).isEqualTo(12_345);
        assertThat(measured.counts().hostWrites()).isEqualTo(6_789);
    }

    /** Half as many as the warm-up took, ten overwrites at least. */
    @ParameterizedTest
    @CsvSource({"100, 50", "30, 15", "4, 10", "0, 10"})
    void requestsThatAreLeftToTheRun_followTheWarmUp(int warmUp, int measured) {
        int pages = 85 * 64;
        FlashConfig config = FlashConfig.of(FlashGeometry.ofLogicalBlocks(64, 85, 0.15));
        SteadyState run = new SteadyState(
                config, new Workload.Uniform(), new WarmUp(5, 10, 0.01), (long) warmUp * pages, SteadyState.AUTOMATIC);
        Measurement measurement = run.run(1, () -> 0, _ -> {});
        assertThat(measurement.counts().hostWrites()).isEqualTo((long) measured * pages);
        assertThat(measurement.warmUpRequests()).isEqualTo((long) warmUp * pages);
        assertThat(measurement.stationary()).as("not looked at").isFalse();
    }

    /** Only the speed depends on the clock. */
    @Test
    void seconds_areThoseOfTheMeasuredPart() {
        long[] nanos = {0};
        Measurement measured =
                fixed(new VictimPolicy.Greedy(), 1_000, 2_000).run(1, () -> nanos[0] += 500_000_000, _ -> {});
        assertThat(measured.seconds()).isEqualTo(0.5);
    }

    @Test
    void failureOfARun_isTheFailureOfAll() {
        assertThatThrownBy(() -> Replications.run(3, 2, 0, seed -> {
                    throw new IllegalArgumentException("seed " + seed);
                }))
                .hasMessage("seed 0");
    }

    private static double uniform(VictimPolicy victims) {
        long overwrite = 850 * 32;
        return fixed(victims, 10 * overwrite, 20 * overwrite)
                .run(1, System::nanoTime, pages -> {})
                .writeAmplification();
    }

    private static SteadyState fixed(VictimPolicy victims, long warmUp, long requests) {
        FlashConfig config = FlashConfig.of(FlashGeometry.ofLogicalBlocks(32, 850, 0.15))
                .withCollection(GarbageCollection.STANDARD.withVictims(victims));
        return new SteadyState(config, new Workload.Uniform(), new WarmUp(5, 10, 0.01), warmUp, requests);
    }

    private static Counts counts(SteadyState run, long seed) {
        return run.run(seed, () -> 0, pages -> {}).counts();
    }
}
