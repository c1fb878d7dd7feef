package io.chameleon.transport.security;

import io.chameleon.core.Require;
import java.util.Arrays;
import java.util.Locale;

/** The role of a caller in the cluster. */
public enum Role {
    /** Stores and reads objects, as far as the buckets' grants allow. */
    USER,
    /** Serves applications on their behalf, as S3 does: decides itself what each may do with which bucket. */
    GATEWAY,
    /** A flash server. */
    SERVER,
    /** A metadata process. */
    METADATA,
    /** A balancer: moves, repairs and deletes fragments. */
    BALANCER,
    /** An operator: may do everything. */
    ADMIN;

    /**
     * Whether it stores and reads objects, and must show that a write is its own before it adds or deletes fragments.
     */
    public boolean isClient() {
        return this == USER || this == GATEWAY;
    }

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
