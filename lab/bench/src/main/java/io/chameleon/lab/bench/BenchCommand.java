package io.chameleon.lab.bench;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Interruption;
import io.chameleon.cli.kit.TimeConverter;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.common.ReportFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chameleon bench}. */
@Command(
        name = "bench",
        description = {
            "Puts load on a cluster and tells what it stood and what that cost.",
            "Writes the objects, warms up, measures, deletes them again. With --rate operations are due at fixed times and their"
                    + " latency counts from then, whether or not a client was free; without it each client starts its next operation"
                    + " when its last is done.",
            "Ctrl-C ends it without a result, and deletes the objects unless they are to stay."
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  chameleon bench --mix a --sizes 4KiB --clients 8",
            "  chameleon bench --mix d --rate 2000 --duration 60s --report bench-report",
            "  chameleon bench --mix read=70,update=30 --keys zipfian --sizes 4KiB:70,64KiB:25,1MiB:5 -o json",
            "  chameleon bench --mix put --policy REP --sizes 64KiB --server-pid 4711,4712"
        })
@SuppressWarnings("NullAway.Init")
public final class BenchCommand implements Callable<Integer> {
    /** How long Ctrl-C waits for the objects to be deleted. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Spec
    private CommandSpec command;

    @Option(
            names = "--mix",
            paramLabel = "MIX",
            description = "a to f as YCSB's core workloads, put, get, head, or shares of read, update, insert,"
                    + " read-modify-write, scan, head, such as read=70,update=30. Default: ${DEFAULT-VALUE}.")
    private String mix = "a";

    @Option(
            names = "--keys",
            paramLabel = "uniform|zipfian|scrambled|latest",
            description = "How objects are chosen. Default: latest for d, else scrambled.")
    private @Nullable KeyDistribution keys;

    @Option(
            names = "--sizes",
            paramLabel = "SIZES",
            description = "Of objects: 4KiB; 4KiB-64KiB, any between; 4KiB:70,1MiB:30, with weights."
                    + " Default: ${DEFAULT-VALUE}.")
    private String sizes = "4KiB";

    @Option(names = "--objects", paramLabel = "N", description = "Objects at the start. Default: ${DEFAULT-VALUE}.")
    private int objects = 10_000;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "Operations under way at once, at most. Default: ${DEFAULT-VALUE}.")
    private int clients = 8;

    @Option(
            names = "--rate",
            paramLabel = "OPS",
            description =
                    "Operations a second that are due (open loop). Default: as fast as the clients can (closed loop).")
    private double rate;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Of the measured part. Default: 30s.")
    private Duration duration = Duration.ofSeconds(30);

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "The same load before it, not measured. Default: 5s.")
    private Duration warmUp = Duration.ofSeconds(5);

    @Option(
            names = "--policy",
            paramLabel = "REP|EC",
            description = "Redundancy of what is written. Default: the object's, for a new one its bucket's.")
    private @Nullable RedundancyPolicy policy;

    @Option(
            names = "--read-mode",
            paramLabel = "linearizable|cached",
            description = "Whether each read looks its object up. Default: ${DEFAULT-VALUE}.")
    private ReadMode readMode = ReadMode.LINEARIZABLE;

    @Option(
            names = "--read-as",
            paramLabel = "array|lent",
            description =
                    "What a read makes of the bytes: an array of its own, or the network's buffers, which it gives back at"
                            + " once. Default: ${DEFAULT-VALUE}.")
    private Reading.As readAs = Reading.As.ARRAY;

    @Option(
            names = "--bucket",
            paramLabel = "BUCKET",
            description = "Where the objects are; others in it are left alone. Default: ${DEFAULT-VALUE}.")
    private String bucket = "bench";

    @Option(names = "--no-load", description = "The objects are there, from an earlier run with --keep.")
    private boolean noLoad;

    @Option(names = "--keep", description = "Leave the objects there.")
    private boolean keep;

    @Option(names = "--seed", paramLabel = "N", description = "Of what is drawn. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--server-pid",
            paramLabel = "PID[,...]",
            split = ",",
            description = "Processes of the cluster on this machine, to measure what they use.")
    private List<Long> serverPids = List.of();

    @Option(names = "--report", paramLabel = "DIR", description = "Writes report.html, result.json and plots there.")
    private @Nullable Path report;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BenchCommand(Map<String, String> environment) {
        this.cluster = new ClusterOptions(environment);
    }

    @Override
    public Integer call() {
        Plan plan = plan();
        try (UsageMeter usage = new UsageMeter(serverPids);
                ClusterConnection connection = cluster.connect();
                Interruption interruption =
                        Interruption.watch(PATIENCE, command.commandLine().getErr(), leftBehind())) {
            if (report != null) {
                ReportFiles.prepare("--report", report);
            }
            Optional<Result> measured = new Bench(plan, connection.client(), interruption::came).run(usage);
            if (measured.isEmpty()) {
                return ExitCode.FAILURE;
            }
            Result result = measured.get();
            if (report != null) {
                new HtmlReport(result, report).write(commandLine());
            }
            answers.answer(() -> ResultJson.of(result), () -> ResultText.of(result));
            return result.operations() == 0 && result.errors() > 0 ? ExitCode.FAILURE : ExitCode.OK;
        }
    }

    private String leftBehind() {
        return "chameleon bench: stopped before all of its objects were deleted; in the bucket " + bucket
                + " they begin with object-";
    }

    private Plan plan() {
        Mix parsed = Mix.parse(mix);
        ObjectId.requireBucket(bucket);
        return new Plan(
                parsed,
                keys != null ? keys : parsed.keys(),
                ObjectSizes.parse(sizes),
                objects,
                clients,
                rate,
                warmUp,
                duration,
                policy == null ? PutOptions.DEFAULT : PutOptions.DEFAULT.policy(policy),
                new Reading(readMode, readAs),
                bucket,
                !noLoad,
                keep,
                seed);
    }

    private String commandLine() {
        return command.qualifiedName() + " "
                + String.join(
                        " ",
                        command.commandLine().getParseResult().originalArgs().stream()
                                .skip(1)
                                .toList());
    }
}
