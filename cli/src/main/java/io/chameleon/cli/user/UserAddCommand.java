package io.chameleon.cli.user;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.users.UserKey;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon user add}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "add",
        description = "Adds a user and prints its keys; the secret key is shown this once.")
@SuppressWarnings("NullAway.Init")
public final class UserAddCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "1 to 128 letters, digits and . _ @ + -; owns the buckets it makes.")
    private String name;

    @Option(names = "--access-key", paramLabel = "A", description = "Public half of the key. Default: a random one.")
    private @Nullable String accessKey;

    @Option(
            names = "--secret-key",
            paramLabel = "S",
            description = "Secret half; others can see it in the list of processes. Default: a random one.")
    private @Nullable String secretKey;

    @Mixin
    private final UsersOptions users;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public UserAddCommand(Terminal terminal) {
        this.users = new UsersOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        UserKey key = users.users().add(name, accessKey, secretKey);
        answers.answer(() -> UserViews.json(key), () -> UserViews.text(key));
        return ExitCode.OK;
    }
}
