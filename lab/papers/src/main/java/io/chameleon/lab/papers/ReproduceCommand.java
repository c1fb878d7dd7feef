package io.chameleon.lab.papers;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.core.Require;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.command.Emulations;
import io.chameleon.lab.emulator.command.Engine;
import io.chameleon.lab.emulator.command.Run;
import io.chameleon.lab.emulator.command.RunStore;
import io.chameleon.lab.emulator.command.Seeds;
import io.chameleon.lab.emulator.command.Sweep;
import io.chameleon.lab.emulator.workload.SyntheticWorkloads;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chameleon reproduce}. */
@Command(
        name = "reproduce",
        description = {
            "Runs the experiments of the Chameleon and EDM papers on the virtual cluster and writes a report: ours beside what is printed, and our"
                    + " own targets, as Markdown, HTML, charts and CSV.",
            "Hours at full scale, minutes with --quick. Finished runs are kept in reproduction/runs; the same command goes on where it was"
                    + " stopped."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  chameleon reproduce --quick",
            "  chameleon reproduce --report docs --traces my-traces",
            "  chameleon reproduce --only chameleon-4,targets --scale 0.25 --seeds 1..3"
        })
@SuppressWarnings("NullAway.Init")
public final class ReproduceCommand implements Callable<Integer> {
    private static final double FULL_SCALE = 1;
    private static final Seeds FULL_SEEDS = Seeds.parse("1..5");
    private static final double QUICK_SCALE = 0.1;
    private static final Seeds QUICK_SEEDS = Seeds.parse("1");
    private static final int QUICK_SERVERS = 20;

    private final Engine engine;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description =
                    "Where reproduction.md, reproduction.html and the directory reproduction go. Default: the working directory.")
    private Path report = Path.of(".");

    @Option(names = "--quick", description = "Less of it: the defaults of the options below become 0.1, 1 and 20.")
    private boolean quick;

    @Option(names = "--scale", paramLabel = "X", description = "Of the synthetic workloads. Default: 1.")
    private @Nullable Double scale;

    @Option(
            names = {"--seed", "--seeds"},
            paramLabel = "N,N,...|N..M",
            converter = Seeds.Converter.class,
            description = "Seeds of workloads and placement. Default: 1..5.")
    private @Nullable Seeds seeds;

    @Option(names = "--servers", paramLabel = "N", description = "Servers, EDM's figures apart. Default: 50.")
    private @Nullable Integer servers;

    @Option(
            names = "--only",
            paramLabel = "FIGURE",
            split = ",",
            description = "Of the report, only targets, held-out, chameleon-1, chameleon-table-2, ..., edm-8.")
    private List<String> only = List.of();

    @Option(
            names = "--traces",
            paramLabel = "DIR",
            description = "Recordings to hold the targets against, beside the synthetic workloads.")
    private @Nullable Path traces;

    @Option(
            names = "--edm-traces",
            paramLabel = "DIR",
            description = "Harvard's NFS traces, home02.txt.gz and so on, in place of their synthetic stand-ins.")
    private @Nullable Path edmTraces;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Runs at a time. Default: one for each processor, if there is 1 GiB of heap for each.")
    private @Nullable Integer jobs;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public ReproduceCommand(Engine engine) {
        this.engine = engine;
    }

    @Override
    public Integer call() throws InterruptedException {
        Effort effort = effort();
        List<Figure> figures = Figures.chosen(effort, only);
        List<Cell> cells = figures.stream()
                .flatMap(figure -> figure.cells().stream())
                .distinct()
                .toList();
        Lab lab = new Lab(effort);
        List<Run> runs = lab.runs(cells);
        RunStore store = RunStore.in(report.resolve(Section.NAME));
        Map<Run, EmulationResult> finished = Emulations.run(
                runs,
                new Sweep(engine, store, jobs()),
                store,
                spec.commandLine().getErr());
        Report written = new Report(figures, lab.results(cells, finished), report);
        written.write(Provenance.rows(effort, commandLine(), version()));
        answers.answer(written::json, written::text);
        return 0;
    }

    private Effort effort() {
        Double askedScale = scale;
        Seeds askedSeeds = seeds;
        double used = askedScale != null ? askedScale : quick ? QUICK_SCALE : FULL_SCALE;
        Require.that(
                used > 0 && used <= SyntheticWorkloads.MAX_SCALE,
                "--scale",
                used,
                "above 0, at most " + SyntheticWorkloads.MAX_SCALE);
        Seeds taken = askedSeeds != null ? askedSeeds : quick ? QUICK_SEEDS : FULL_SEEDS;
        int width = servers != null ? servers : quick ? QUICK_SERVERS : ClusterSpec.DEFAULT_SERVERS;
        return new Effort(used, taken.values(), width, Recordings.in(traces, edmTraces));
    }

    private int jobs() {
        Integer asked = jobs;
        Require.that(asked == null || asked >= 1, "--jobs", asked, "1 or more");
        return asked == null ? 0 : asked;
    }

    private String commandLine() {
        return "chameleon "
                + String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
    }

    private String version() {
        return String.join(" ", spec.root().version());
    }
}
