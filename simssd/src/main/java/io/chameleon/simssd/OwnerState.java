package io.chameleon.simssd;

import java.io.IOException;
import java.io.OutputStream;

/** What a device's owner knows about its pages and would otherwise have to scan for at the next open. */
@FunctionalInterface
public interface OwnerState {
    /** An owner without state. */
    OwnerState NONE = out -> {};

    /** Writes the state. Called at most once, when the device no longer changes; must not call the device. */
    void writeTo(OutputStream out) throws IOException;
}
