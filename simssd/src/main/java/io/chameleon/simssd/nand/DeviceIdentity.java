package io.chameleon.simssd.nand;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identity of an array: its own id, which lasts as long as its content, and the id of the cluster it was stamped
 * for. Threads: any.
 */
public interface DeviceIdentity {
    UUID device();

    /** Null until {@link #stamp}. */
    @Nullable
    UUID cluster();

    /**
     * Stores the cluster id; when this returns, it is as durable as the array's pages can be. Only if there is none
     * yet.
     */
    void stamp(UUID cluster);
}
