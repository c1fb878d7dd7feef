package io.chameleon.lab.emulator.command;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds {@code emulate}. */
public final class EmulatorCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        return Map.of("emulate", () -> new CommandLine(new EmulateCommand(Engine.EMULATOR, terminal.environment())));
    }
}
