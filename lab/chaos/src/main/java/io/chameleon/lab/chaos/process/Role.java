package io.chameleon.lab.chaos.process;

import java.util.Locale;

/** What a process of a cluster does. */
public enum Role {
    FLASH,
    METADATA,
    BALANCER,
    GATEWAY,
    POSTGRES,
    ZOOKEEPER;

    /** {@code flash-3}. */
    public String member(int number) {
        return label() + "-" + number;
    }

    /** In lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
