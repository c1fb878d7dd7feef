package io.chameleon.cli;

import io.chameleon.cli.kit.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
        CommandLine line = all.get();
        offerWhatHelpShows(line);
        out.println(AutoComplete.bash("chameleon", line));
        out.flush();
        return ExitCode.OK;
    }

    /** Help writes values as users do, such as {@code array|lent}; their names in the code are upper case. */
    private static void offerWhatHelpShows(CommandLine line) {
        CommandSpec command = line.getCommandSpec();
        for (OptionSpec option : List.copyOf(command.options())) {
            List<String> shown = List.of(option.paramLabel().split("\\|"));
            if (option.type().isEnum() && differInCaseAlone(shown, option.completionCandidates())) {
                command.remove(option);
                command.addOption(option.toBuilder().completionCandidates(shown).build());
            }
        }
        line.getSubcommands().values().forEach(CompletionCommand::offerWhatHelpShows);
    }

    private static boolean differInCaseAlone(List<String> shown, Iterable<String> offered) {
        List<String> names = StreamSupport.stream(offered.spliterator(), false).toList();
        return !names.equals(shown) && upperCase(names).equals(upperCase(shown));
    }

    private static Set<String> upperCase(List<String> names) {
        return names.stream().map(name -> name.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
    }
}
