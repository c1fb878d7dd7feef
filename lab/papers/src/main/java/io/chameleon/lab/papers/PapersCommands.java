package io.chameleon.lab.papers;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.lab.emulator.command.Engine;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds {@code reproduce}. */
public final class PapersCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        return Map.of("reproduce", () -> new CommandLine(new ReproduceCommand(Engine.EMULATOR)));
    }
}
