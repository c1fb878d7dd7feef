package io.chameleon.cli.operate;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code chameleon repair}. */
@Command(
        name = "repair",
        description = "Shows what is damaged, and how far its repair is. Repair itself runs in the balancer.",
        synopsisSubcommandLabel = "COMMAND")
@SuppressWarnings("NullAway.Init")
public final class RepairCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given; there is: status");
    }
}
