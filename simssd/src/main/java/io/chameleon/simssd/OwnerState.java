package io.chameleon.simssd;

import java.io.IOException;
import java.io.OutputStream;

/** What a device's owner knows of its pages and would have to scan for at the next open. */
@FunctionalInterface
public interface OwnerState {
    /** An owner that knows nothing. */
    OwnerState NONE = out -> {};

    /** Writes it; called at most once, while nothing changes on the device any more, and must not call the device. */
    void writeTo(OutputStream out) throws IOException;
}
