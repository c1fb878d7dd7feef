package io.chameleon.lab.ssd;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.output.Details;
import io.chameleon.cli.output.Progress;
import io.chameleon.lab.common.Mode;
import io.chameleon.lab.ssd.theory.FixedPoint;
import io.chameleon.lab.ssd.theory.HotColdModel;
import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.theory.UniformModel;
import io.chameleon.lab.ssd.workload.Measurement;
import io.chameleon.lab.ssd.workload.SteadyState;
import io.chameleon.lab.ssd.workload.WarmUp;
import io.chameleon.lab.ssd.workload.Workload;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.HeatSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon simssd theory}. */
@Command(
        name = "theory",
        description = {
            "Computes write amplification in the limit of many blocks.",
            "With --mode hcwf or hcwf-swap and --gc dchoices or random: the mean-field model for hot and cold pages. With --mode swf and"
                    + " --gc greedy, dchoices, fifo or random: the models for uniform random writes."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  chameleon simssd theory --gc greedy",
            "  chameleon simssd theory --mode hcwf-swap --pages-per-block 32 --spare-factor 0.15 --d 15 --dstar 40"
                    + " --hot-probability 0.8 --hot-fraction 0.07 --simulate"
        })
@SuppressWarnings("NullAway.Init")
final class TheoryCommand implements Callable<Integer> {
    private static final int UNIFORM_OVERWRITES = 10;
    private static final int LONGEST_WARM_UP = 2_000;

    @Mixin
    private DeviceOptions device = new DeviceOptions();

    @Mixin
    private HotColdOptions hotCold = new HotColdOptions();

    @Option(names = "--simulate", description = "Simulates the same setting and shows both.")
    private boolean simulate;

    @Option(
            names = "--logical-blocks",
            paramLabel = "U",
            description = "Size of the simulated device. Default: ${DEFAULT-VALUE}.")
    private int logicalBlocks = 10_000;

    @Option(
            names = "--tolerance",
            paramLabel = "T",
            description =
                    "Relative change of write amplification that counts as stationary. Default: ${DEFAULT-VALUE}.")
    private double tolerance = 0.0005;

    @Mixin
    private RunOptions chance = new RunOptions();

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() {
        Map<String, Object> json = new LinkedHashMap<>();
        device.describe(json);
        double computed = compute(json);
        if (simulate) {
            simulate(json, computed);
        }
        answers.answer(() -> json, () -> text(json));
        return 0;
    }

    private double compute(Map<String, Object> json) {
        try {
            return device.mode().isHcwf() ? hotAndCold(json) : uniform(json);
        } catch (ArithmeticException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private double hotAndCold(Map<String, Object> json) {
        hotCold.describe(json);
        FixedPoint fixedPoint = HotColdModel.fixedPoint(parameters());
        json.put("write_amplification", fixedPoint.writeAmplification());
        json.put("hot_blocks", fixedPoint.hotBlocks());
        json.put("swaps_per_collection", fixedPoint.swapsPerCollection());
        json.put("mean_victim_pages", fixedPoint.meanVictimPages());
        json.put("residual", fixedPoint.residual());
        return fixedPoint.writeAmplification();
    }

    private HotColdParameters parameters() {
        int choices = switch (device.gc()) {
            case DCHOICES -> device.choices();
            case RANDOM -> 1;
            default -> throw noModel();
        };
        return new HotColdParameters(
                device.pagesPerBlock(),
                device.spareFactor(),
                choices,
                device.mode() == Mode.HCWF_SWAP ? device.swapChoices() : 0,
                hotCold.probability(),
                hotCold.fraction());
    }

    private double uniform(Map<String, Object> json) {
        if (device.mode() != Mode.SWF || hotCold.given()) {
            throw noModel();
        }
        json.put("workload", "uniform");
        UniformModel model = new UniformModel(device.pagesPerBlock(), device.spareFactor());
        double computed = switch (device.gc()) {
            case GREEDY -> model.greedy();
            case RANDOM -> model.random();
            case FIFO -> model.fifo();
            case DCHOICES -> model.choices(device.choices());
            default -> throw noModel();
        };
        json.put("write_amplification", computed);
        json.put("mean_victim_pages", device.pagesPerBlock() * (1 - 1 / computed));
        return computed;
    }

    private IllegalArgumentException noModel() {
        return new IllegalArgumentException("no model for --mode " + device.mode() + " with --gc " + device.gc()
                + (hotCold.given() ? " and hot pages" : "")
                + ", expected --mode hcwf or hcwf-swap with --gc dchoices or random, or --mode swf without hot pages and with"
                + " --gc greedy, dchoices, fifo or random");
    }

    private void simulate(Map<String, Object> json, double computed) {
        boolean hot = device.mode().isHcwf();
        FlashConfig config = device.config(logicalBlocks, new HeatSource.Oracle(hotCold.fraction()));
        Workload workload =
                hot ? new Workload.Rosenblum(hotCold.probability(), hotCold.fraction()) : new Workload.Uniform();
        int least = hot
                ? WarmUp.coldOverwrites(hotCold.probability(), hotCold.fraction(), UNIFORM_OVERWRITES / 2)
                : UNIFORM_OVERWRITES;
        WarmUp warmUp = new WarmUp(least, Math.max(least, LONGEST_WARM_UP), tolerance);
        SteadyState experiment =
                new SteadyState(config, workload, warmUp, SteadyState.AUTOMATIC, SteadyState.AUTOMATIC);
        Measurement measured;
        try (Progress progress = Progress.of("page writes", -1)) {
            measured = experiment.run(chance.seed(), System::nanoTime, progress::step);
        }
        json.put("logical_blocks", logicalBlocks);
        json.put("seed", chance.seed());
        json.put("simulated_write_amplification", measured.writeAmplification());
        json.put("simulation_distance_percent", Decimals.percent(measured.writeAmplification(), computed));
        json.put("stationary", measured.stationary());
    }

    private static String text(Map<String, Object> json) {
        Details details = new Details();
        json.forEach((name, value) -> details.line(
                name.replace('_', ' '),
                value instanceof Double number && !name.equals("residual") ? Decimals.of(number, 4) : value));
        return details.toString();
    }
}
