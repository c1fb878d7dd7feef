package io.chameleon.cli.operate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code chameleon scrub}. */
@Command(
        name = "scrub",
        description = "Shows how far the servers have checked their fragments. Scrubbing itself runs in the servers.",
        synopsisSubcommandLabel = "COMMAND")
@SuppressWarnings("NullAway.Init")
public final class ScrubCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given; there is: status");
    }
}
