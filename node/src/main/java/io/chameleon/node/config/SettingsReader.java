package io.chameleon.node.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.chameleon.node.config.Settings.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings: the file, then the environment, then flags. The file is YAML, its keys nested or dotted; it may hold
 * the keys of every role, so one file serves a whole cluster.
 */
public final class SettingsReader {
    private static final YAMLFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * A word that YAML 1.1 takes for a truth value, such as {@code no} or {@code On}; what was meant depends on the
     * key.
     */
    private record Truth(boolean value, String written) {
        @Override
        public String toString() {
            return written;
        }
    }

    private final Map<String, Key<?>> known;
    private final Map<String, Key<?>> variables;
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    public SettingsReader() {
        known = AllKeys.LIST.stream().collect(Collectors.toMap(Key::name, key -> key));
        variables = AllKeys.LIST.stream().collect(Collectors.toMap(Key::variable, key -> key));
    }

    /**
     * @throws IllegalArgumentException in one line if it cannot be read, is not YAML, or holds an unknown key or one
     *     twice
     */
    public SettingsReader file(@Nullable Path file) {
        if (file == null) {
            return this;
        }
        try (YAMLParser parser = YAML.createParser(SettingsFile.text(file))) {
            Object tree = parser.nextToken() == null ? null : value(parser, file);
            if (tree != null && !(tree instanceof Map) || parser.nextToken() != null) {
                throw new IllegalArgumentException(file + ": not a YAML map of keys and values");
            }
            flatten("", tree instanceof Map<?, ?> map ? map : Map.of(), file); // empty, or the word null
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    file + ": not a YAML map of keys and values: " + Settings.oneLine(e.getOriginalMessage()) + at(e),
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of a text in memory
        }
        return this;
    }

    /** Texts as they are written: a password may consist of digits, and Java would write 0.0005 in another way. */
    private static @Nullable Object value(YAMLParser parser, Path file) throws IOException {
        if (parser.isCurrentAlias()) { // its text is the name of what is meant
            throw new IllegalArgumentException(file + ": " + path(parser) + "alias '*" + parser.getText()
                    + "' given, expected the value itself (line "
                    + parser.currentTokenLocation().getLineNr() + ")");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, value(parser, file));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser, file));
                }
                yield list;
            }
            case VALUE_NULL -> null;
            case VALUE_TRUE, VALUE_FALSE -> new Truth(parser.getBooleanValue(), parser.getText());
            default -> parser.getText();
        };
    }

    /** Names of keys from the root on, without places in lists. */
    private static String path(YAMLParser parser) {
        String path = "";
        for (JsonStreamContext at = parser.getParsingContext(); at != null; at = at.getParent()) {
            if (at.inObject()) {
                path = at.getCurrentName() + (path.isEmpty() ? "" : ".") + path;
            }
        }
        return path.isEmpty() ? "" : Settings.oneLine(path) + ": ";
    }

    private static String at(JacksonException e) {
        return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
    }

    private void flatten(String prefix, Map<?, ?> tree, Path file) {
        tree.forEach((name, value) -> {
            String key = prefix + name;
            if (value instanceof Map<?, ?> nested) {
                flatten(key + ".", nested, file);
            } else if (!known.containsKey(key)) {
                throw new IllegalArgumentException(
                        file + ": unknown key '" + Settings.oneLine(key) + "'" + suggestion(key));
            } else if (value instanceof List<?> list) {
                put(key, joined(key, list, file), file);
            } else if (value instanceof Truth truth && isFlag(key)) {
                put(key, String.valueOf(truth.value()), file);
            } else {
                put(key, value == null ? "" : value.toString(), file);
            }
        });
    }

    private static String joined(String key, List<?> list, Path file) {
        for (Object entry : list) {
            if (entry == null || entry instanceof Map || entry instanceof List) {
                throw new IllegalArgumentException(file + ": " + key + ": '" + Settings.oneLine(String.valueOf(entry))
                        + "' given in a list, expected texts only");
            }
        }
        return list.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** YAML itself takes a key that is nested in one place and dotted in another for two. */
    private void put(String key, String value, Path file) {
        Setting former = settings.put(key, new Setting(value, file.toString()));
        if (former != null) {
            throw new IllegalArgumentException(file + ": duplicate key '" + key + "', nested and dotted");
        }
    }

    private boolean isFlag(String key) {
        Key<?> found = known.get(key);
        return found != null && found.isFlag();
    }

    /** A variable with a room's prefix that names no key is an error, too: a typing mistake must not go unnoticed. */
    public SettingsReader environment(Map<String, String> environment) {
        environment.forEach((name, value) -> {
            Key<?> key = variables.get(name);
            if (key != null) {
                settings.put(key.name(), new Setting(value, name));
            } else if (AllKeys.isOurs(name)) {
                throw new IllegalArgumentException("environment: unknown variable " + Settings.oneLine(name)
                        + suggestion(name.substring("CHAMELEON_".length())
                                .toLowerCase(Locale.ROOT)
                                .replaceFirst("_", ".")
                                .replace('_', '-')));
            }
        });
        return this;
    }

    /** Keys are known: the command line has no others. */
    public SettingsReader flags(Map<String, String> flags) {
        flags.forEach((key, value) -> settings.put(key, new Setting(value, "--" + key)));
        return this;
    }

    public Settings settings() {
        return new Settings(settings);
    }

    private String suggestion(String unknown) {
        return known.keySet().stream()
                .min(Comparator.comparingInt((String name) -> distance(name, unknown))
                        .thenComparing(name -> name))
                .filter(name -> distance(name, unknown) <= Math.max(2, unknown.length() / 3))
                .map(name -> "; did you mean '" + name + "'?")
                .orElse("; docs/reference/configuration.md has all keys");
    }

    /** Levenshtein: insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
