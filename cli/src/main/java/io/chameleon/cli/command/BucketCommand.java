package io.chameleon.cli.command;

import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon bucket}. */
@Command(name = "bucket", description = "Sets what the new objects of a bucket start with.")
@SuppressWarnings("NullAway.Init")
final class BucketCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket; it need not hold anything yet.")
    private BucketPrefix bucket;

    @Option(
            names = "--policy",
            required = true,
            paramLabel = "REP|EC",
            description = "Three copies, or erasure coding.")
    private RedundancyPolicy policy;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    BucketCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        if (!bucket.prefix().isEmpty()) {
            throw new IllegalArgumentException(
                    "BUCKET: '" + bucket.bucket() + "/" + bucket.prefix() + "' given, expected a bucket without a key");
        }
        try (ClusterConnection connection = cluster.connect()) {
            connection.client().setBucketPolicy(bucket.bucket(), policy);
            answers.output()
                    .answer(
                            () -> Map.of("bucket", bucket.bucket(), "policy", policy.name()),
                            () -> "new objects of " + bucket.bucket() + " start as "
                                    + connection.view().scheme(policy));
            return ExitCode.OK;
        }
    }
}
