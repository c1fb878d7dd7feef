package io.chameleon.cli.user;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chameleon user rm}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "rm",
        description = "Removes a user with its keys. Its buckets and objects stay.")
@SuppressWarnings("NullAway.Init")
public final class UserRmCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "Which user.")
    private String name;

    @Mixin
    private final UsersOptions users;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public UserRmCommand(Terminal terminal) {
        this.users = new UsersOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        users.users().remove(name);
        answers.answer(() -> Map.of("user", name, "removed", true), () -> "user " + name + " is removed");
        return ExitCode.OK;
    }
}
