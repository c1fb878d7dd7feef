package io.chameleon.lab.ssd;

import io.chameleon.cli.output.Progress;
import io.chameleon.lab.ssd.theory.HotColdModel;
import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Measurement;
import io.chameleon.lab.ssd.workload.PaperSetting;
import io.chameleon.lab.ssd.workload.Replications;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How the settings of a table are computed and simulated. */
final class TableOptions {
    /** A device's worth of physical blocks with --quick, for which U is whole at every spare factor of the tables. */
    private static final int QUICK_BLOCKS = 1_000;

    private static final double QUICK_TOLERANCE = 0.003;

    @Option(names = "--no-simulation", description = "Computes the mean-field model only.")
    private boolean noSimulation;

    @Option(
            names = "--quick",
            description =
                    "Simulates 1,000 physical blocks and settles for a steady state to 0.3 %%: a tenth of the time, and up to"
                            + " 1 %% off.")
    private boolean quick;

    @Option(
            names = "--logical-blocks",
            paramLabel = "U",
            description = "Size of the simulated device. Default: ${DEFAULT-VALUE}, as in the paper.")
    private int logicalBlocks = 10_000;

    @Option(
            names = "--tolerance",
            paramLabel = "T",
            description = "Relative change of write amplification that counts as stationary. Default: 0.0003.")
    private double tolerance = 0.0003;

    @Mixin
    private RunOptions chance = new RunOptions();

    /**
     * Our results for a setting.
     *
     * @param simulation null if there was none
     */
    record Result(double ode, @Nullable Measurement simulation) {}

    long seed() {
        return chance.seed();
    }

    /** Results in the order of the settings. */
    List<Result> run(String title, List<HotColdParameters> settings) {
        try (Progress progress = Progress.of(title, settings.size())) {
            return Replications.run(settings.size(), chance.threads(), 0, index -> {
                Result result = result(settings.get((int) index));
                progress.step(1);
                return result;
            });
        }
    }

    private Result result(HotColdParameters setting) {
        double ode = HotColdModel.fixedPoint(setting).writeAmplification();
        if (noSimulation) {
            return new Result(ode, null);
        }
        int blocks = quick ? (int) Math.round(QUICK_BLOCKS * (1 - setting.spareFactor())) : logicalBlocks;
        double rest = quick ? QUICK_TOLERANCE : tolerance;
        return new Result(
                ode, PaperSetting.steadyState(setting, blocks, rest).run(chance.seed(), System::nanoTime, pages -> {}));
    }
}
