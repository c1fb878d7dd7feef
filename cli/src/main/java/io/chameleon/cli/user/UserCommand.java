package io.chameleon.cli.user;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code chameleon user}. */
@Command(
        name = "user",
        description = "Adds, lists and removes users of the S3 gateway, and changes their keys.",
        synopsisSubcommandLabel = "add|ls|rm|rotate")
@SuppressWarnings("NullAway.Init")
public final class UserCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand: add, ls, rm or rotate");
    }
}
