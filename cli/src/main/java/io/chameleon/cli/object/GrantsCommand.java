package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.access.Grant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chameleon bucket grants}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "grants",
        description = "Lists who may do what with a bucket; without one, what you may do.")
public final class GrantsCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket, one of your own.")
    private @Nullable BucketPrefix bucket;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public GrantsCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        String name = bucket == null ? null : bucket.requireBucketAlone();
        try (ClusterConnection connection = cluster.connect()) {
            List<Grant> grants = name == null
                    ? connection.client().ownGrants()
                    : connection.client().grants(name);
            GrantsView view = new GrantsView(grants);
            answers.answer(view::json, view::text);
            return ExitCode.OK;
        }
    }
}
