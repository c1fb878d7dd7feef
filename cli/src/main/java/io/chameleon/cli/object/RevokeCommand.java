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

/** {@code chameleon bucket revoke}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "revoke",
        description = "Takes away what access a user has to a bucket.")
@SuppressWarnings("NullAway.Init")
public final class RevokeCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket.")
    private BucketPrefix bucket;

    @Parameters(index = "1", paramLabel = "USER", description = "Name of the user.")
    private String user;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public RevokeCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        String name = bucket.requireBucketAlone();
        try (ClusterConnection connection = cluster.connect()) {
            connection.client().revoke(name, user);
            answers.answer(
                    () -> Map.of("bucket", name, "user", user, "access", "none"),
                    () -> "user " + user + " has no access to " + name);
            return ExitCode.OK;
        }
    }
}
