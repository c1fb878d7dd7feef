package io.chameleon.lab.ssd;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.output.Progress;
import io.chameleon.core.Require;
import io.chameleon.lab.common.Mode;
import io.chameleon.lab.ssd.workload.Lifetime;
import io.chameleon.lab.ssd.workload.Measurement;
import io.chameleon.lab.ssd.workload.Replications;
import io.chameleon.lab.ssd.workload.SteadyState;
import io.chameleon.lab.ssd.workload.Workload;
import io.chameleon.simssd.FlashConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon simssd run}. */
@Command(
        name = "run",
        description = {
            "Fills a device, warms it up and measures its write amplification and wear.",
            "Write amplification, host writes and erases are those of the measured part. PE fairness and endurance are those of the"
                    + " whole run if its most erased block were the first to die; with --max-erases, those of a device whose blocks"
                    + " stand so many erases."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  chameleon simssd run --gc greedy",
            "  chameleon simssd run --mode hcwf-swap --gc dchoices --pages-per-block 32 --spare-factor 0.15 --d 15 --dstar 40"
                    + " --hot-probability 0.8 --hot-fraction 0.07",
            "  chameleon simssd run --workload zipf --mode cold --logical-blocks 2000 -o json",
            "  chameleon simssd run --trace hm_0.csv.gz --mode hcwf --runs 4"
        })
@SuppressWarnings("NullAway.Init")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private DeviceOptions device = new DeviceOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Option(
            names = "--warmup",
            paramLabel = "N|auto",
            converter = RequestCount.class,
            description =
                    "Page writes between the fill and the measured part; auto (default): until write amplification is"
                            + " stationary.")
    private long warmUp = SteadyState.AUTOMATIC;

    @Option(
            names = "--requests",
            paramLabel = "N|auto",
            converter = RequestCount.class,
            description =
                    "Page writes to measure; auto (default): half as many as the warm-up, ten overwrites at least.")
    private long requests = SteadyState.AUTOMATIC;

    @Option(
            names = "--tolerance",
            paramLabel = "T",
            description = "Relative change of write amplification that counts as stationary. Default: 0.0005.")
    private double tolerance = 0.0005;

    @Option(
            names = "--max-erases",
            paramLabel = "W",
            description =
                    "Erases that a block stands, for PE fairness and endurance; takes further runs to the end of life.")
    private @Nullable Integer maxErases;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs with different seeds, whose mean is shown. Default: ${DEFAULT-VALUE}.")
    private int runs = 1;

    @Mixin
    private RunOptions chance = new RunOptions();

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() {
        Require.that(maxErases == null || maxErases >= 1, "--max-erases", maxErases, "1 or more");
        Mode mode = device.mode();
        Workload workload = load.workload(mode);
        FlashConfig config = device.config(load.logicalBlocks(mode, device.pagesPerBlock()), load.heat(mode));
        SteadyState experiment = new SteadyState(config, workload, load.warmUp(mode, tolerance), warmUp, requests);
        List<Measurement> measured;
        try (Progress progress = Progress.of("page writes", total(config))) {
            measured = Replications.run(
                    runs,
                    chance.threads(),
                    chance.seed(),
                    seed -> experiment.run(seed, System::nanoTime, progress::step));
        }
        RunSummary summary = new RunSummary(settings(config), measured, lifetime(config, workload, measured));
        answers.answer(summary::json, summary::text);
        return 0;
    }

    private Lifetime.Point lifetime(FlashConfig config, Workload workload, List<Measurement> measured) {
        Integer limit = maxErases;
        List<List<Lifetime.Point>> lives;
        if (limit == null) {
            lives = measured.stream().map(run -> List.of(run.wear())).toList();
        } else {
            try (Progress progress = Progress.of("erases of the most erased block", (long) limit * runs)) {
                lives = Replications.run(
                        runs,
                        chance.threads(),
                        chance.seed(),
                        seed -> Lifetime.curve(config, workload, new int[] {limit}, seed, progress::step));
            }
        }
        return Lifetime.mean(lives).getFirst();
    }

    /** Page writes of all runs, or -1 if the warm-up decides. */
    private long total(FlashConfig config) {
        if (warmUp == SteadyState.AUTOMATIC || requests == SteadyState.AUTOMATIC) {
            return -1;
        }
        return runs * (config.geometry().logicalPages() + warmUp + requests);
    }

    private Map<String, Object> settings(FlashConfig config) {
        Map<String, Object> json = new LinkedHashMap<>();
        device.describe(json);
        load.describe(device.mode(), json);
        json.put("logical_blocks", config.geometry().logicalPages() / device.pagesPerBlock());
        json.put("blocks", config.geometry().blocks());
        json.put("seed", chance.seed());
        json.put("runs", runs);
        return json;
    }
}
