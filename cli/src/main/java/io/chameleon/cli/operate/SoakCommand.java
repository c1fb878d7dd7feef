package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Interruption;
import io.chameleon.cli.kit.SizeConverter;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.kit.TimeConverter;
import io.chameleon.cli.soak.Soak;
import io.chameleon.cli.soak.SoakConfig;
import io.chameleon.cli.soak.SoakCounts;
import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chameleon soak}. */
@Command(
        name = "soak",
        description = {
            "Writes, reads, lists and deletes for a time, checks every answer, and reads everything back at the end.",
            "Exit code 1 if an object does not hold what was acknowledged, or nothing was answered. What a cluster does not answer"
                    + " meanwhile is counted, and no error.",
            "Ctrl-C stops it at once, but for the objects: it deletes them unless they are to stay."
        })
@SuppressWarnings("NullAway.Init")
public final class SoakCommand implements Callable<Integer> {
    /** How long Ctrl-C waits for the objects to be deleted. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private CommandSpec command;

    @Option(names = "--duration", paramLabel = "TIME", converter = TimeConverter.class, description = "Default: 1m.")
    private Duration duration = Duration.ofMinutes(1);

    @Option(names = "--objects", paramLabel = "N", description = "How many objects. Default: ${DEFAULT-VALUE}.")
    private int objects = 100;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Largest object; sizes are uniform. Default: 64KiB.")
    private Long maxBytes = 64L << 10;

    @Option(names = "--threads", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int threads = 4;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Operations a second, of all threads; 0 for as fast as it goes. Default: ${DEFAULT-VALUE}.")
    private int rate = 0;

    @Option(names = "--bucket", paramLabel = "BUCKET", description = "Where it writes. Default: ${DEFAULT-VALUE}.")
    private String bucket = "soak";

    @Option(names = "--seed", paramLabel = "N", description = "Of keys, sizes and bytes. Default: a new one.")
    private long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);

    @Option(names = "--keep", description = "Leave the objects there.")
    private boolean keep;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How long the cluster may take at the end until it answers. Default: 2m.")
    private Duration settle = Duration.ofMinutes(2);

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How often it tells how far it is. Default: 10s.")
    private Duration every = Duration.ofSeconds(10);

    @Option(
            names = "--stop-file",
            paramLabel = "FILE",
            description = "Ends the writing, and reads everything back, as soon as there is such a file.")
    private @Nullable Path stopFile;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    private final InstantSource clock = InstantSource.system();

    public SoakCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() throws InterruptedException {
        Require.that(maxBytes <= 1 << 30, "--max-bytes", maxBytes, "1 to 1GiB");
        Require.that(every.toMillis() >= 1_000, "--every", every, "1s or more");
        SoakConfig config =
                new SoakConfig(bucket, objects, maxBytes.intValue(), threads, rate, duration, settle, keep, seed);
        try (ClusterConnection connection = cluster.connect();
                Interruption interruption =
                        Interruption.watch(PATIENCE, command.commandLine().getErr(), leftBehind())) {
            Soak soak = new Soak(config, connection.client(), clock);
            long[] nextReport = {clock.millis() + every.toMillis()};
            soak.run(this::isStopped, interruption::came, () -> {
                if (clock.millis() >= nextReport[0]) {
                    nextReport[0] += every.toMillis();
                    report(connection, soak.counts(), End.NOT_YET);
                }
            });
            report(connection, soak.counts(), interruption.came() ? End.INTERRUPTED : End.DONE);
            return soak.counts().lost() == 0 && soak.counts().answered() > 0 ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    private enum End {
        NOT_YET,
        INTERRUPTED,
        DONE
    }

    private String leftBehind() {
        return "chameleon soak: stopped before all of its objects were deleted; in the bucket " + bucket
                + " those of this run begin with seed-" + seed + "/";
    }

    private boolean isStopped() {
        return stopFile != null && Files.exists(stopFile);
    }

    private void report(ClusterConnection connection, SoakCounts counts, End end) {
        Map<String, Long> states = states(connection);
        answers.answer(() -> json(counts, states, end), () -> human(counts, states, end));
    }

    private Map<String, Object> json(SoakCounts counts, Map<String, Long> states, End end) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("end", end != End.NOT_YET);
        if (end == End.INTERRUPTED) {
            json.put("interrupted", true);
        }
        json.put("seed", seed);
        json.putAll(counts.json());
        json.put("states", states);
        return json;
    }

    private String human(SoakCounts counts, Map<String, Long> states, End end) {
        StringBuilder text = new StringBuilder(counts + "; states " + states);
        if (end != End.NOT_YET) {
            counts.losses()
                    .forEach(loss ->
                            text.append(System.lineSeparator()).append("LOST ").append(loss));
            text.append(System.lineSeparator())
                    .append(verdict(counts, end))
                    .append(" (--seed ")
                    .append(seed)
                    .append(')');
        }
        return text.toString();
    }

    private static String verdict(SoakCounts counts, End end) {
        if (counts.lost() > 0) {
            return "LOSSES";
        }
        return end == End.INTERRUPTED
                ? "interrupted, so not all was read back"
                : "everything acknowledged was read back";
    }

    /** Objects by redundancy state; empty while the metadata service does not answer. */
    private static Map<String, Long> states(ClusterConnection connection) {
        Map<String, Long> states = new TreeMap<>();
        try {
            connection
                    .remaps()
                    .countByState()
                    .forEach((RedundancyState state, Long count) -> states.put(state.name(), count));
        } catch (RuntimeException e) {
            states.clear();
        }
        return states;
    }
}
