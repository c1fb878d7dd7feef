package io.chameleon.cli.user;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.TextTable;
import io.chameleon.node.users.UserKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon user ls}. */
@Command(mixinStandardHelpOptions = true, name = "ls", description = "Lists the users and their access keys.")
public final class UserLsCommand implements Callable<Integer> {

    @Mixin
    private final UsersOptions users;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public UserLsCommand(Terminal terminal) {
        this.users = new UsersOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        List<String> invalid = new ArrayList<>();
        List<UserKey> keys = users.users().keys((file, reason) -> invalid.add(file + ": " + reason));
        answers.answer(
                () -> Map.of("users", keys.stream().map(UserLsCommand::json).toList(), "invalid", invalid),
                () -> text(keys, invalid));
        return ExitCode.OK;
    }

    private static Map<String, String> json(UserKey key) {
        return Map.of("user", key.user(), "access_key", key.accessKey());
    }

    private static String text(List<UserKey> keys, List<String> invalid) {
        if (keys.isEmpty() && invalid.isEmpty()) {
            return "no users";
        }
        TextTable table = new TextTable("user", "access key");
        keys.forEach(key -> table.row(key.user(), key.accessKey()));
        StringBuilder text = new StringBuilder(table.toString());
        invalid.forEach(
                line -> text.append(System.lineSeparator()).append("invalid: ").append(line));
        return text.toString();
    }
}
