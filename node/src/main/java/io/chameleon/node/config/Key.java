package io.chameleon.node.config;

import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import io.chameleon.node.units.ByteSize;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One setting.
 *
 * @param name as in the file and as a flag, {@code server.port}
 * @param unit kind of value, for people: {@code bytes}, {@code time}, {@code count}
 * @param defaultText the value if nothing is set; null if it must be set
 * @param description one sentence
 * @param parser from text; an {@link IllegalArgumentException} in one line if it makes no sense
 */
public record Key<T>(
        String name, String unit, @Nullable String defaultText, String description, Function<String, T> parser) {
    private static final String PREFIX = "CHAMELEON_";
    private static final String FLAG_UNIT = "true or false";

    /** Its name in the environment: {@code CHAMELEON_SERVER_PORT}. */
    public String variable() {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** Whether its value must not be shown. */
    public boolean isSecret() {
        return name.endsWith("password") || name.endsWith("secret-key");
    }

    /** Whether its value is {@code true} or {@code false}. */
    boolean isFlag() {
        return unit.equals(FLAG_UNIT);
    }

    static Key<String> text(String name, @Nullable String standard, String description) {
        return new Key<>(name, "text", standard, description, value -> value);
    }

    /** A path of the file system; may be empty. */
    static Key<String> path(String name, @Nullable String standard, String description) {
        return new Key<>(name, "text", standard, description, value -> {
            try {
                Path unused = Path.of(value);
                return value;
            } catch (InvalidPathException e) {
                throw Require.violation(name, value, "a path of the file system");
            }
        });
    }

    static Key<Integer> integer(String name, int standard, String description) {
        return new Key<>(name, "count", Integer.toString(standard), description, value -> parseInteger(name, value));
    }

    static Key<Integer> port(String name, int standard, String description) {
        return new Key<>(name, "port", Integer.toString(standard), description, value -> parseInteger(name, value));
    }

    static Key<Long> count(String name, long standard, String description) {
        return new Key<>(name, "count", Long.toString(standard), description, value -> parseLong(name, value));
    }

    static Key<Double> decimal(String name, double standard, String description) {
        return new Key<>(name, "number", plain(standard), description, value -> parseDouble(name, value));
    }

    static Key<Long> bytes(String name, long standard, String description) {
        return new Key<>(name, "bytes", ByteSize.exact(standard), description, value -> ByteSize.parse(name, value));
    }

    static Key<Integer> smallBytes(String name, int standard, String description) {
        return new Key<>(name, "bytes", ByteSize.exact(standard), description, value -> {
            long bytes = ByteSize.parse(name, value);
            Require.that(bytes <= Integer.MAX_VALUE, name, value, "less than 2 GiB");
            return (int) bytes;
        });
    }

    static Key<Duration> time(String name, Duration standard, String description) {
        return new Key<>(name, "time", Durations.exact(standard), description, value -> Durations.parse(name, value));
    }

    static Key<Boolean> flag(String name, boolean standard, String description) {
        return new Key<>(name, FLAG_UNIT, Boolean.toString(standard), description, value -> {
            Require.that(value.equals("true") || value.equals("false"), name, value, FLAG_UNIT);
            return Boolean.valueOf(value);
        });
    }

    /** One of an enum's names, written {@code like-this}. */
    static <E extends Enum<E>> Key<E> choice(String name, Class<E> type, E standard, String description) {
        E[] values = type.getEnumConstants();
        String all = String.join(", ", Arrays.stream(values).map(Key::spelled).toList());
        return new Key<>(name, all, spelled(standard), description, value -> {
            for (E candidate : values) {
                if (spelled(candidate).equals(value)) {
                    return candidate;
                }
            }
            throw new IllegalArgumentException(name + ": '" + value + "' given, expected one of " + all);
        });
    }

    private static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code 256}, not {@code 256.0}. */
    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static int parseInteger(String name, String value) {
        long parsed = parseLong(name, value);
        Require.that(parsed == (int) parsed, name, value, "a whole number of at most " + Integer.MAX_VALUE);
        return (int) parsed;
    }

    private static long parseLong(String name, String value) {
        Require.that(value.matches("-?\\d{1,18}"), name, value, "a whole number");
        return Long.parseLong(value);
    }

    private static double parseDouble(String name, String value) {
        Require.that(value.matches("-?\\d{1,18}(\\.\\d{1,18})?"), name, value, "a number such as 0.05");
        return Double.parseDouble(value);
    }
}
