package io.chameleon.lab.ssd.envm;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.output.Progress;
import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import io.chameleon.lab.common.ReportFiles;
import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationConfig;
import io.chameleon.node.units.ByteSize;
import io.chameleon.simssd.envm.TierConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon simssd envm}. */
@Command(
        name = "envm",
        description = {
            "Simulates a persistent cache (ENVM, such as Optane) between DRAM and flash.",
            "Replays block requests against DRAM and flash alone and against the three policies of Roy and Kant's paper, and prints"
                    + " what its Figures 6 to 14 show: latency, data at risk, writes of flash beyond its rating, writes of the"
                    + " ENVM, and how large the ENVM has to be. Without --trace the requests are a synthetic stand-in."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  chameleon simssd envm --trace traces/pgbench.csv.gz --figures figures --quick"})
public final class SimssdEnvmCommand implements Callable<Integer> {
    private static final int DAYS_OF_A_SHORT_TRACE = 6;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Block trace, plain, .gz or .zst. Default: synthetic virtual desktops.")
    private @Nullable Path trace;

    @Option(names = "--limit", paramLabel = "N", description = "Requests of the trace to replay; 0 (default) for all.")
    private long limit;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the synthetic requests. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--days", paramLabel = "N", description = "Days of them. Default: ${DEFAULT-VALUE}.")
    private int days = 7;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "Requests of the busiest of these days. Default: ${DEFAULT-VALUE}.")
    private int requests = 200_000;

    @Option(
            names = "--flash-bytes",
            paramLabel = "SIZE",
            description = "Capacity of the QLC device. Default: what the trace touches; 4GiB for synthetic requests.")
    private @Nullable String flashBytes;

    @Option(
            names = "--envm-share",
            paramLabel = "SHARE",
            description = "ENVM over the flash capacity. Default: ${DEFAULT-VALUE}, the paper's 32 GB to 1 TB.")
    private double envmShare = SimulationConfig.PAPER_ENVM_SHARE;

    @Option(
            names = "--dram-share",
            paramLabel = "SHARE",
            description = "DRAM over the flash capacity. Default: ${DEFAULT-VALUE}, the paper's 4 GB to 1 TB.")
    private double dramShare = SimulationConfig.PAPER_DRAM_SHARE;

    @Option(
            names = "--day",
            paramLabel = "TIME",
            description =
                    "What counts as a day; the daily limits shrink with it. Default: 24h, or a sixth of a trace that is"
                            + " shorter than two days.")
    private @Nullable String day;

    @Option(
            names = "--idle-floor",
            paramLabel = "SHARE",
            description =
                    "Share of its allowance below which modified data is not written back in idle time; 0 writes all of it"
                            + " back, as the paper prints it. Default: ${DEFAULT-VALUE}.")
    private double idleFloor = TierConfig.DEFAULT_IDLE_FLOOR;

    @Option(names = "--quick", description = "Only Figures 6 to 12, which take four simulations.")
    private boolean quick;

    @Option(names = "--figures", paramLabel = "DIR", description = "Where to draw the figures, as PNG and SVG.")
    private @Nullable Path figures;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() {
        share("--envm-share", envmShare);
        share("--dram-share", dramShare);
        Require.that(limit >= 0, "--limit", limit, "0 or more");
        Path given = trace;
        StudyWorkload workload =
                given == null ? StudyWorkload.virtualDesktops(seed, days, requests) : StudyWorkload.trace(given, limit);
        SimulationConfig base = config(workload);
        Path directory = figures;
        if (directory != null) {
            ReportFiles.prepare("--figures", directory);
        }
        Findings findings = study(workload, base);
        List<Path> drawn = directory == null ? List.of() : FindingsCharts.write(findings, directory);
        answers.answer(() -> json(findings, drawn), () -> text(findings, drawn));
        return 0;
    }

    private SimulationConfig config(StudyWorkload workload) {
        String bytes = flashBytes;
        long flash = bytes == null ? workload.flashBytes() : ByteSize.parse("--flash-bytes", bytes);
        return SimulationConfig.paper(Scheme.BASE, flash)
                .withCaches((long) (flash * dramShare), (long) (flash * envmShare))
                .withDay(dayMicros(workload))
                .withIdleFloor(idleFloor);
    }

    private long dayMicros(StudyWorkload workload) {
        String length = day;
        if (length != null) {
            return Durations.parse("--day", length).toNanos() / 1_000;
        }
        long span = workload.log().spanMicros();
        return span >= 2 * SimulationConfig.DAY_MICROS
                ? SimulationConfig.DAY_MICROS
                : Math.max(1, span / DAYS_OF_A_SHORT_TRACE + 1);
    }

    private Findings study(StudyWorkload workload, SimulationConfig base) {
        long total = (long) Study.runs(quick) * workload.log().size();
        try (Progress progress = Progress.of("simulating", total)) {
            return new Study(workload, base, progress::step).run(quick);
        }
    }

    private static Map<String, Object> json(Findings findings, List<Path> drawn) {
        Map<String, Object> json = FindingsJson.of(findings);
        json.put("figures", drawn.stream().map(Path::toString).toList());
        return json;
    }

    private static String text(Findings findings, List<Path> drawn) {
        String text = FindingsText.of(findings);
        return drawn.isEmpty()
                ? text
                : text + System.lineSeparator() + "figures   "
                        + String.join(" ", drawn.stream().map(Path::toString).toList());
    }

    private static void share(String name, double value) {
        Require.that(value >= 0 && value <= 1, name, value, "a share of the flash capacity, 0 to 1");
    }
}
