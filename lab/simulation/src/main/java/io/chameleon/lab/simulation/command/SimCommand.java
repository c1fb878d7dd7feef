package io.chameleon.lab.simulation.command;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.output.Progress;
import io.chameleon.core.Require;
import io.chameleon.lab.simulation.Fault;
import io.chameleon.lab.simulation.SimulationResult;
import io.chameleon.lab.simulation.SimulationSpec;
import io.chameleon.lab.simulation.role.Wiring;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon sim}. */
@Command(
        name = "sim",
        description = {
            "Runs simulated clusters with faults and checks that nothing acknowledged is lost or stale.",
            "Client, metadata service, balancer and flash servers are the product's own, in virtual time. The same seed on the same"
                    + " program gives the same run. Exits with 1 if a run violated anything, and says how to see it again."
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  chameleon sim --seed 42 --hours 1",
            "  chameleon sim --seeds 100 --hours 2",
            "  chameleon sim --seeds 20 --faults crash,power-cut,partition"
        })
@SuppressWarnings("NullAway.Init")
public final class SimCommand implements Callable<Integer> {
    private static final int MAX_SEEDS = 1_000_000;

    @Option(names = "--seed", paramLabel = "S", description = "The first seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many seeds, from the first on. Default: ${DEFAULT-VALUE}.")
    private int seeds = 1;

    @Option(
            names = "--hours",
            paramLabel = "H",
            description =
                    "Hours of cluster time of each seed, before it is left to become quiet. Default: ${DEFAULT-VALUE}.")
    private double hours = 1;

    @Option(
            names = "--faults",
            paramLabel = "all|none|LIST",
            description =
                    "What goes wrong: names from docs/internals/simulation.md, by commas. Default: ${DEFAULT-VALUE}.")
    private String faults = "all";

    /** Runs meet in locks of the JVM, while it loads classes above all; one that waits there does not repeat. */
    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Runs at a time. Of several one may end with a thread that was resumed from outside: repeat"
                    + " its seed alone. Default: 1.")
    private int jobs = 1;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    @Override
    public Integer call() throws InterruptedException {
        Require.that(seeds >= 1 && seeds <= MAX_SEEDS, "--seeds", seeds, "1 to " + MAX_SEEDS);
        Require.that(hours > 0 && hours <= 720, "--hours", hours, "more than 0, at most 720");
        Require.that(jobs >= 1, "--jobs", jobs, "at least 1");
        Duration length = Duration.ofMillis((long) (hours * Duration.ofHours(1).toMillis()));
        Set<Fault> kinds = kinds(faults);
        List<SimulationSpec> specs = LongStream.range(seed, seed + seeds)
                .mapToObj(each -> new SimulationSpec(each, length, kinds, Wiring.SOUND))
                .toList();
        List<SimulationResult> results;
        try (Progress progress = Progress.of("simulating", seeds)) {
            results = Runs.all(specs, jobs, () -> progress.step(1));
        }
        SimReport report =
                new SimReport(results, "--hours " + hours + (faults.equals("all") ? "" : " --faults " + faults));
        answers.answer(report::json, report::text);
        return report.isSound() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static Set<Fault> kinds(String text) {
        if (text.equals("all")) {
            return EnumSet.allOf(Fault.class);
        }
        Set<Fault> kinds = EnumSet.noneOf(Fault.class);
        if (!text.equals("none")) {
            for (String name : text.split(",", -1)) {
                kinds.add(kind(name.strip()));
            }
        }
        return kinds;
    }

    private static Fault kind(String name) {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--faults: '" + name
                        + "' given, expected all, none or some of "
                        + Arrays.stream(Fault.values()).map(Fault::label).collect(Collectors.joining(", "))));
    }
}
