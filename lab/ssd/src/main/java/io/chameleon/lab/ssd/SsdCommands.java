package io.chameleon.lab.ssd;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.lab.ssd.envm.SimssdEnvmCommand;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Adds {@code simssd}. */
public final class SsdCommands implements CommandProvider {
    @Override
    public Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        return Map.of(
                "simssd",
                () -> new CommandLine(new SimssdCommand()).addSubcommand(new CommandLine(new SimssdEnvmCommand())));
    }
}
