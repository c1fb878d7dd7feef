package io.chameleon.transport.frame;

import io.chameleon.core.format.FormatVersion;

/**
 * Versions of the protocol. The two sides of a connection use the highest that both speak; HELLO tells it, in frames of
 * the first, for ever.
 */
public enum ProtocolVersion implements FormatVersion {
    /** The first. */
    INITIAL(1);

    /** The lowest that is spoken. */
    public static final ProtocolVersion LOWEST = INITIAL;

    /** The highest that is spoken. */
    public static final ProtocolVersion HIGHEST = INITIAL;

    private final int number;

    ProtocolVersion(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }
}
