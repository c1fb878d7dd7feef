package io.chameleon.cli.kit;

import io.chameleon.cli.output.Output;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a command answers. */
public final class AnswerOptions {
    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            description = "Form of the answer: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Output.Format format = Output.Format.table;

    /** As {@link Output#answer(Supplier, Supplier)}. */
    public void answer(Supplier<?> json, Supplier<String> human) {
        output().answer(json, human);
    }

    public Output output() {
        return new Output(command.commandLine().getOut(), format);
    }
}
