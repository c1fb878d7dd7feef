package io.chameleon.simssd.nand;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who an array is: an id of its own for as long as its content lives, and the cluster it was stamped for. Threads: any. */
public interface DeviceIdentity {
    UUID device();

    /** Null until {@link #stamp}. */
    @Nullable
    UUID cluster();

    /** Notes the cluster; when this returns, that is as durable as the array's pages can be. Only if it has none yet. */
    void stamp(UUID cluster);
}
