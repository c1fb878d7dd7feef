package io.chameleon.lab.chaos;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds {@code chaos}. */
public final class ChaosCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        return Map.of("chaos", () -> new CommandLine(new ChaosCommand()));
    }
}
