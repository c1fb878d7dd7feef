package io.chameleon.cli.process;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code chameleon kubernetes}. */
@Command(
        name = "kubernetes",
        hidden = true,
        description = "What pods of the chart run before their process starts.",
        synopsisSubcommandLabel = "COMMAND")
@SuppressWarnings("NullAway.Init")
public final class KubernetesCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given; there are: zone, database");
    }
}
