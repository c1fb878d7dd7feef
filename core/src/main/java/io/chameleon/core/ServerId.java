package io.chameleon.core;

import java.util.regex.Pattern;

/** The stable name of a flash server; on Kubernetes the name of its pod. Ordered by name, which breaks ties in plans. */
public record ServerId(String value) implements Comparable<ServerId> {
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    public ServerId {
        Require.that(VALID.matcher(value).matches(), "server id", value, "1 to 128 letters, digits, '.', '_' or '-'");
    }

    @Override
    public int compareTo(ServerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
