package io.chameleon.cli.process;

import io.chameleon.node.config.Key;
import io.chameleon.node.config.Settings;
import io.chameleon.node.config.SettingsReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The configuration of a role: {@code --config FILE}, the environment, and a flag for each key. */
public final class RoleOptions {
    private static final Logger LOG = LoggerFactory.getLogger(RoleOptions.class);

    private final Map<String, String> environment;
    private final List<Key<?>> keys;
    private final RoleFlags flags;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "YAML file of keys and values; the environment and flags win over it.")
    private @Nullable Path file;

    public RoleOptions(Map<String, String> environment, List<Key<?>> keys) {
        this.environment = environment;
        this.keys = keys;
        this.flags = new RoleFlags(keys);
    }

    /** A flag for each key. */
    public void addFlags(CommandSpec command) {
        flags.addTo(command);
    }

    /** Reads everything and logs each value with its source. */
    public Settings settings() {
        Settings settings = new SettingsReader()
                .file(file)
                .environment(environment)
                .flags(flags.given())
                .settings();
        settings.shown(keys).forEach((key, value) -> LOG.info("setting {}={}", key, value));
        return settings;
    }
}
