package io.chameleon.cli;

import io.chameleon.cli.kit.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chameleon completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a completion script for a shell.",
            "bash: source <(chameleon completion bash)",
            "zsh:  source <(chameleon completion zsh)"
        })
@SuppressWarnings("NullAway.Init")
final class CompletionCommand implements Callable<Integer> {
    private static final String ZSH_PREAMBLE =
            "autoload -U +X compinit && compinit%nautoload -U +X bashcompinit && bashcompinit%n";

    enum Shell {
        bash,
        zsh
    }

    private final Supplier<CommandLine> all;

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "Which shell.")
    private Shell shell;

    @Spec
    private CommandSpec spec;

    /** @param all the command line with every command */
    CompletionCommand(Supplier<CommandLine> all) {
        this.all = all;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (shell == Shell.zsh) {
            out.printf(ZSH_PREAMBLE);
        }
        out.println(AutoComplete.bash("chameleon", all.get()));
        out.flush();
        return ExitCode.OK;
    }
}
