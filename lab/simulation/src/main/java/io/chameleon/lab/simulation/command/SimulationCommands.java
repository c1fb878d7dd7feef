package io.chameleon.lab.simulation.command;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds {@code sim}. */
public final class SimulationCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        return Map.of("sim", () -> new CommandLine(new SimCommand()));
    }
}
