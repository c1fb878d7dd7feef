package io.chameleon.cli.user;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.users.UserKey;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chameleon user rotate}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "rotate",
        description = "Gives a user new keys in place of its old ones, and prints them.")
@SuppressWarnings("NullAway.Init")
public final class UserRotateCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "Which user.")
    private String name;

    @Mixin
    private final UsersOptions users;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public UserRotateCommand(Terminal terminal) {
        this.users = new UsersOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        UserKey key = users.users().rotate(name);
        answers.answer(() -> UserViews.json(key), () -> UserViews.text(key));
        return ExitCode.OK;
    }
}
