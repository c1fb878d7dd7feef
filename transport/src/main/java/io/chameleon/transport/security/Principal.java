package io.chameleon.transport.security;

import io.chameleon.core.Require;
import java.util.regex.Pattern;

/**
 * An authenticated caller or, without authentication, {@link #ANYBODY}.
 *
 * @param name 1 to 128 letters, digits and any of {@code . _ @ + -}; grants of buckets name users
 */
public record Principal(String name, Role role) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@+-]{1,128}");

    /** Any caller of a process without authentication, which listens on loopback only. May do everything. */
    public static final Principal ANYBODY = new Principal("anybody", Role.ADMIN);

    /** The format of a name, for messages. */
    public static final String NAME_FORMAT = "1 to 128 letters, digits and . _ @ + -";

    public Principal {
        requireName("name of a principal", name);
    }

    /** @throws IllegalArgumentException in one line if no principal can have this name */
    public static void requireName(String what, String name) {
        Require.that(NAME.matcher(name).matches(), what, name, NAME_FORMAT);
    }

    /** {@code user alice}. */
    @Override
    public String toString() {
        return role.label() + " " + name;
    }
}
