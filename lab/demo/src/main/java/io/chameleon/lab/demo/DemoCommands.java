package io.chameleon.lab.demo;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds {@code demo}. */
public final class DemoCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        return Map.of("demo", () -> new CommandLine(new DemoCommand()));
    }
}
