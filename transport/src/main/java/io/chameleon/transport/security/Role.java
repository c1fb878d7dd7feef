package io.chameleon.transport.security;

import io.chameleon.core.Require;
import java.util.Arrays;
import java.util.Locale;

/** What a caller is to the cluster. */
public enum Role {
    /** Stores and reads objects, as far as the grants of the buckets go. */
    USER,
    /** A flash server. */
    SERVER,
    /** A metadata process. */
    METADATA,
    /** A balancer: moves, repairs and deletes fragments. */
    BALANCER,
    /** An operator: may do everything. */
    ADMIN;

    /** Whether it is a process of the cluster itself. */
    public boolean isInternal() {
        return this == SERVER || this == METADATA || this == BALANCER;
    }

    /** As in key files and certificates: {@code user}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException in one line for anything but a {@link #label} */
    static Role ofLabel(String what, String label) {
        for (Role role : values()) {
            if (role.label().equals(label)) {
                return role;
            }
        }
        Require.that(
                false,
                what,
                label,
                "one of "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Role::label).toList()));
        throw new AssertionError();
    }
}
