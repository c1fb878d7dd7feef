package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chameleon bucket rm}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "rm",
        description = "Deletes a bucket that holds nothing, with its policy, settings and grants.")
@SuppressWarnings("NullAway.Init")
public final class BucketRmCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket, one of your own.")
    private BucketPrefix bucket;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BucketRmCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        String name = bucket.requireBucketAlone();
        try (ClusterConnection connection = cluster.connect()) {
            connection.client().deleteBucket(name);
            answers.answer(() -> Map.of("deleted", name), () -> "bucket " + name + " is deleted");
            return ExitCode.OK;
        }
    }
}
