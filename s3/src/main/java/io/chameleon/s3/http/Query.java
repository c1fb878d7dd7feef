package io.chameleon.s3.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parameters of a URI or of a form, in their order. One without {@code =} has the value "". */
public record Query(List<Parameter> parameters) {
    /** One of them, decoded. */
    public record Parameter(String name, String value) {}

    private static final int MOST = 1000;

    public Query {
        parameters = List.copyOf(parameters);
    }

    /** @throws IllegalArgumentException if a text is not percent-coded UTF-8, or there are too many */
    public static Query parse(String raw) {
        List<Parameter> found = new ArrayList<>();
        for (int from = 0; from < raw.length(); ) {
            int and = raw.indexOf('&', from);
            int to = and < 0 ? raw.length() : and;
            if (to > from) {
                int equals = raw.indexOf('=', from);
                int split = equals < 0 || equals > to ? to : equals;
                found.add(new Parameter(
                        Percent.decodeForm(raw.substring(from, split)),
                        Percent.decodeForm(raw.substring(Math.min(split + 1, to), to))));
            }
            if (found.size() > MOST) {
                throw new IllegalArgumentException("more than " + MOST + " parameters");
            }
            from = to + 1;
        }
        return new Query(found);
    }

    /** The first value of that name. */
    public @Nullable String get(String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(name)) {
                return parameter.value();
            }
        }
        return null;
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(get(name));
    }

    public String get(String name, String otherwise) {
        return Objects.requireNonNullElse(get(name), otherwise);
    }

    public boolean has(String name) {
        return get(name) != null;
    }
}
