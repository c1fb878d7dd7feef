package io.chameleon.cli.process;

import io.chameleon.node.config.Key;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** A flag for each configuration key of a role. */
final class RoleFlags {
    private final List<Key<?>> keys;
    private final Map<String, String> given = new LinkedHashMap<>();

    RoleFlags(List<Key<?>> keys) {
        this.keys = keys;
    }

    void addTo(CommandSpec command) {
        for (Key<?> key : keys) {
            String standard = key.defaultText();
            command.addOption(OptionSpec.builder("--" + key.name())
                    .paramLabel(
                            key.unit().contains(" ") || key.unit().contains(",")
                                    ? "VALUE"
                                    : key.unit().toUpperCase(Locale.ROOT))
                    .type(String.class)
                    .description(escaped(key.description()) + ". "
                            + (standard == null
                                    ? "Required."
                                    : standard.isEmpty() ? "" : "Default: " + escaped(standard) + "."))
                    .setter(new ISetter() {
                        @Override
                        public <T> @Nullable T set(T value) {
                            if (value instanceof String text) {
                                given.put(key.name(), text);
                            }
                            return null;
                        }
                    })
                    .build());
        }
    }

    private static String escaped(String text) {
        return text.replace("%", "%%");
    }

    /** What was given, by the names of the keys. */
    Map<String, String> given() {
        return given;
    }
}
