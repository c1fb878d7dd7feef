package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.access.Access;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chameleon bucket grant}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "grant",
        description = "Gives a user access to a bucket, in place of what it had.")
@SuppressWarnings("NullAway.Init")
public final class GrantCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket.")
    private BucketPrefix bucket;

    @Parameters(index = "1", paramLabel = "USER", description = "Name of the user, as in its key or certificate.")
    private String user;

    @Parameters(
            index = "2",
            paramLabel = "read|write|owner",
            description = "read: look up, list, get; write: also put and delete; owner: also grant and set the policy.")
    private Access access;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public GrantCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        String name = bucket.requireBucketAlone();
        try (ClusterConnection connection = cluster.connect()) {
            connection.client().grant(name, user, access);
            answers.answer(
                    () -> Map.of("bucket", name, "user", user, "access", access.label()),
                    () -> "user " + user + " has " + access.label() + " access to " + name);
            return ExitCode.OK;
        }
    }
}
