package io.chameleon.client.internal.read;

import io.chameleon.core.mapping.ObjectMapping;
import org.jspecify.annotations.Nullable;

/** The version being read is no longer the current one, and its fragments are gone. Stays inside the read path. */
final class VersionChangedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The current row; null if the object was deleted. */
    final transient @Nullable ObjectMapping current;

    VersionChangedException(@Nullable ObjectMapping current) {
        this.current = current;
    }
}
