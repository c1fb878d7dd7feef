package io.chameleon.lab.simulation.role;

import io.chameleon.lab.common.DamagedException;
import io.chameleon.lab.common.TracedContent;

/** Contents whose values are unique in a simulation, whatever key they are written to. */
final class Values {
    private static final TracedContent CONTENT = new TracedContent(0);
    private static final long ANY_KEY = 0;

    private Values() {}

    /**
     * @param value above 0
     * @param size bytes beside the header
     */
    static byte[] bytes(long value, int size) {
        return CONTENT.of(ANY_KEY, value, TracedContent.HEADER_BYTES + size);
    }

    /** The value of these bytes; -1 if they belong to none. */
    static long of(byte[] bytes) {
        try {
            return CONTENT.value(ANY_KEY, bytes);
        } catch (DamagedException nobodyWroteThem) {
            return -1;
        }
    }
}
