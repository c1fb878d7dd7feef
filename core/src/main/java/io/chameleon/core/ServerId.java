package io.chameleon.core;

/**
 * The stable name of a flash server; on Kubernetes the name of its pod. Ordered by name, which breaks ties in plans.
 */
public record ServerId(String value) implements Comparable<ServerId> {
    private static final int MAX_LENGTH = 128;

    public ServerId {
        Require.that(isValid(value), "server id", value, "1 to 128 letters, digits, '.', '_' or '-'");
    }

    /** A loop, not a pattern: several ids come with every message. */
    private static boolean isValid(String value) {
        boolean valid = !value.isEmpty() && value.length() <= MAX_LENGTH && Ascii.isLetterOrDigit(value.charAt(0));
        for (int i = 1; valid && i < value.length(); i++) {
            char c = value.charAt(i);
            valid = Ascii.isLetterOrDigit(c) || c == '.' || c == '_' || c == '-';
        }
        return valid;
    }

    /** Mostly asked of one and the same: a plan compares millions of them. */
    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof ServerId id && value.equals(id.value));
    }

    @Override
    public int hashCode() {
        return value.hashCode();
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
