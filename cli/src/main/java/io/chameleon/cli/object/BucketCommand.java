package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chameleon bucket}. */
@Command(
        name = "bucket",
        description =
                "Makes, deletes and lists buckets; sets what their new objects start with and how they are stored, and how much they may hold; grants and revokes access.",
        synopsisSubcommandLabel = "[create|rm|ls|grant|revoke|grants|quota|move]")
@SuppressWarnings("NullAway.Init")
public final class BucketCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket; it need not hold anything yet.")
    private @Nullable BucketPrefix bucket;

    @Option(names = "--policy", paramLabel = "REP|EC", description = "Copies, or erasure coding.")
    private @Nullable RedundancyPolicy policy;

    @Mixin
    private SchemeOptions schemes = new SchemeOptions();

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BucketCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        // Not required by annotation: the subcommands would require them too.
        if (bucket == null) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'BUCKET'");
        }
        if (policy == null && !schemes.areGiven()) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--policy=REP|EC'");
        }
        String name = bucket.requireBucketAlone();
        RedundancyPolicy chosen = policy;
        try (ClusterConnection connection = cluster.connect()) {
            // First what may be refused.
            if (schemes.areGiven()) {
                BucketInfo unused = connection.client().configureBucket(name, schemes.changes());
            }
            if (chosen != null) {
                connection.client().setBucketPolicy(name, chosen);
            }
            answer(connection, connection.client().bucket(name), chosen);
            return ExitCode.OK;
        }
    }

    private void answer(ClusterConnection connection, BucketInfo info, @Nullable RedundancyPolicy chosen) {
        answers.answer(
                () -> BucketJson.of(info),
                () -> Stream.of(
                                schemes.areGiven()
                                        ? SchemeOptions.told(connection.view(), info.name(), info.schemes())
                                        : "",
                                chosen == null
                                        ? ""
                                        : "new objects of " + info.name() + " start as "
                                                + connection.view().scheme(chosen, info.schemes()))
                        .filter(line -> !line.isEmpty())
                        .collect(Collectors.joining(System.lineSeparator())));
    }
}
