package io.chameleon.node.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The values that were set, and where; returns typed values. */
public final class Settings {
    /** A value as it was written, and its source: {@code server.yaml}, an environment variable, a flag. */
    record Setting(String text, String source) {}

    private final Map<String, Setting> settings;

    Settings(Map<String, Setting> settings) {
        this.settings = Map.copyOf(settings);
    }

    /** @throws IllegalArgumentException in one line if the value makes no sense, or must be set and is not */
    public <T> T get(Key<T> key) {
        Setting setting = settings.get(key.name());
        if (setting != null) {
            try {
                return key.parser().apply(setting.text());
            } catch (IllegalArgumentException e) {
                throw new SettingException(named(key.name(), oneLine(e.getMessage())), setting.source(), e);
            }
        }
        String standard = key.defaultText();
        if (standard == null) {
            throw new IllegalArgumentException(
                    key.name() + ": not set; set it in the file, as " + key.variable() + " or with --" + key.name());
        }
        return key.parser().apply(standard);
    }

    /**
     * What a role makes of its settings. A component that refuses one names its key; here the message also gets where
     * it is set.
     *
     * @throws IllegalArgumentException in one line
     */
    <T> T checked(Supplier<T> values) {
        try {
            return values.get();
        } catch (SettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Setting setting = settings.get(message.substring(0, Math.max(0, message.indexOf(": "))));
            throw setting == null ? e : new SettingException(message, setting.source(), e);
        }
    }

    /** A text that other places have, too, is refused under its own name; the user looks for the key. */
    private static String named(String key, String message) {
        return message.startsWith(key + ": ") ? message : key + ": " + message.replaceFirst("^[^:']*: (?=')", "");
    }

    /** A message may quote anything, but must be one line of a log. */
    static String oneLine(@Nullable String quoting) {
        return quoting == null
                ? ""
                : quoting.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }

    public boolean isSet(Key<?> key) {
        return settings.containsKey(key.name());
    }

    /** Each key with its value and where it came from, for the log; secrets are not shown. */
    public Map<String, String> shown(Iterable<Key<?>> keys) {
        Map<String, String> shown = new LinkedHashMap<>();
        for (Key<?> key : keys) {
            Setting setting = settings.get(key.name());
            String text = (setting == null ? String.valueOf(key.defaultText()) : setting.text())
                    .replaceAll("\\p{Cntrl}", "?"); // in one line, and to be seen
            String source = setting == null ? "default" : setting.source();
            shown.put(
                    key.name(),
                    (key.isSecret() ? "***" : text.replaceAll("(?i)(password=)[^&]*", "$1***")) + " (" + source + ")");
        }
        return shown;
    }
}
