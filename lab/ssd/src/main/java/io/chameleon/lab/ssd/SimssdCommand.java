package io.chameleon.lab.ssd;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code chameleon simssd}. */
@Command(
        name = "simssd",
        description = "Simulates garbage collection and wear of an SSD, beside theory and the published results.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        subcommands = {
            RunCommand.class,
            TheoryCommand.class,
            Table1Command.class,
            Table2Command.class,
            FiguresCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  chameleon simssd run",
            "  chameleon simssd run --mode hcwf-swap --gc dchoices --d 10 --dstar 100 --hot-probability 0.9 --hot-fraction 0.1",
            "  chameleon simssd table2 --quick",
            "'chameleon simssd COMMAND --help' tells more."
        })
public final class SimssdCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
