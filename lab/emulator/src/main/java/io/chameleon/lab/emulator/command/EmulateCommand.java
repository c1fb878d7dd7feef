package io.chameleon.lab.emulator.command;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.output.Output;
import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.whatif.FromCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code chameleon emulate}. */
@Command(
        name = "emulate",
        description = {
            "Replays workloads over a virtual cluster under several wear policies and compares them.",
            "The policies, the rules of redundancy and the simulated SSDs are those of the live system; only the"
                    + " network is not there. A run takes one core; runs are spread over all. With --report, finished runs"
                    + " are kept, and the same command goes on where it was stopped."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  chameleon emulate --workload ycsb-zipf --scale 0.1 --scheme ec,edm-hdf,chameleon,predictive",
            "  chameleon emulate --workload hm-0,usr-0 --scheme none,predictive --initial REP --seeds 1..5 --report"
                    + " out",
            "  chameleon emulate --trace mine.csv.gz --scheme none,predictive --endurance 3000,1500",
            "  chameleon emulate --from-cluster --cluster meta-1:7100",
            "  chameleon emulate --workload drift --scheme ec,predictive --sweep policy.horizon-epochs=5,10,20"
                    + " --report out"
        })
@SuppressWarnings("NullAway.Init")
public final class EmulateCommand implements Callable<Integer> {
    private final Engine engine;

    @Spec
    private CommandSpec spec;

    @Mixin
    private WorkloadOptions workloads = new WorkloadOptions();

    @Option(
            names = "--scheme",
            paramLabel = "NAME",
            split = ",",
            description =
                    "What to compare: wear policies, and the baselines rep, ec (nothing is balanced) and rep-ec (cool"
                            + " data turns to EC). Default: none,chameleon,predictive.")
    private List<String> schemes = List.of("none", "chameleon", "predictive");

    @Option(
            names = "--initial",
            paramLabel = "REP|EC",
            description = "What objects start as under wear policies. Default: ${DEFAULT-VALUE}.")
    private RedundancyPolicy initial = RedundancyPolicy.EC;

    @Mixin
    private ClusterShape cluster = new ClusterShape();

    @Option(
            names = {"--seed", "--seeds"},
            paramLabel = "N|N,N,...|N..M",
            converter = Seeds.Converter.class,
            description =
                    "Seeds of the workload and of the placement; several give means with 95 %% intervals. Default: 1.")
    private Seeds seeds = new Seeds(List.of(1L));

    @Option(names = "--set", paramLabel = "policy.NAME=VALUE", description = "Set a knob of the policies.")
    private List<String> settings = List.of();

    @Option(
            names = "--sweep",
            paramLabel = "policy.NAME=V,V,...",
            description = "Run with each of these values; with several sweeps, with all their combinations.")
    private List<String> sweeps = List.of();

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Runs at a time. Default: one for each processor, if there is 1 GiB of heap for each.")
    private @Nullable Integer jobs;

    @Option(names = "--list", description = "Only list the synthetic workloads, and which of them are held out.")
    private boolean list;

    @Option(names = "--report", paramLabel = "DIR", description = "Where to keep runs, tables and charts.")
    private @Nullable Path report;

    @Mixin
    private final FromCluster live;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public EmulateCommand(Engine engine) {
        this(engine, Map.of());
    }

    /** @param environment may say where the cluster of {@code --from-cluster} is */
    public EmulateCommand(Engine engine, Map<String, String> environment) {
        this.engine = engine;
        this.live = new FromCluster(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (list) {
            answers.answer(WorkloadList::json, WorkloadList::text);
            return 0;
        }
        ParseResult parsed = spec.commandLine().getParseResult();
        if (live.isAsked(parsed)) {
            live.run(
                    parsed.hasMatchedOption("--scheme") ? schemes : List.of(),
                    workloads.epochs().asked(),
                    Settings.config(initial, Settings.fixed(settings)),
                    seeds.values(),
                    answers.output());
            return 0;
        }
        List<Run> runs = runs();
        Path directory = report;
        RunStore store = directory == null ? RunStore.none() : RunStore.in(directory);
        Sweep sweep = new Sweep(engine, store, jobs());
        Comparison comparison = new Comparison(
                Emulations.run(runs, sweep, store, spec.commandLine().getErr()));
        Output output = answers.output();
        if (directory != null) {
            new ComparisonReport(comparison, directory).write(commandLine());
            output.say("written to " + directory);
        }
        output.answer(() -> ComparisonJson.of(comparison), () -> new ComparisonText(comparison).text());
        return 0;
    }

    private int jobs() {
        Integer asked = jobs;
        Require.that(asked == null || asked >= 1, "--jobs", asked, "1 or more");
        return asked == null ? 0 : asked;
    }

    /**
     * Every scheme with every setting on every workload with every seed; the scheme without balancing takes no
     * settings.
     */
    private List<Run> runs() {
        List<Scheme> compared = schemes.stream()
                .map(name -> Scheme.asked(name, initial))
                .distinct()
                .toList();
        Map<String, String> fixed = Settings.fixed(settings);
        List<Map<String, String>> swept = Sweeps.combinations(sweeps);
        Epochs epochs = workloads.epochs();
        List<Run> runs = new ArrayList<>();
        for (long seed : seeds.values()) {
            for (WorkloadSource source : workloads.sources(seed)) {
                for (Scheme scheme : compared) {
                    for (Map<String, String> some :
                            scheme.isBaseline() ? List.<Map<String, String>>of(Map.of()) : swept) {
                        Map<String, String> all = new LinkedHashMap<>(scheme.isBaseline() ? Map.of() : fixed);
                        all.putAll(some);
                        runs.add(new Run(
                                source,
                                scheme,
                                all,
                                Settings.config(scheme.initial(), all),
                                cluster.sizedFor(scheme.initial()),
                                epochs,
                                cluster.candidates(),
                                cluster.ranges(),
                                seed));
                    }
                }
            }
        }
        return runs;
    }

    private String commandLine() {
        return String.join(
                " ",
                "chameleon",
                String.join(" ", spec.root().commandLine().getParseResult().originalArgs()));
    }
}
