package io.chameleon.lab.bench;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds {@code bench}. */
public final class BenchCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        return Map.of("bench", () -> new CommandLine(new BenchCommand(terminal.environment())));
    }
}
