package io.chameleon.metadata;

import io.chameleon.core.ServerInfo;
import java.util.List;

/** The flash servers that are registered at present, according to service discovery. */
@FunctionalInterface
public interface RegisteredServers extends AutoCloseable {
    /** Never blocks; a server that has just come or gone may appear with a short delay. */
    List<ServerInfo> registered();

    /** Whether the list is current; else it is unknown who came and went since. */
    default boolean isCurrent() {
        return true;
    }

    /**
     * The cluster id that flash servers find where they register; empty if there is none yet. Waits for service
     * discovery.
     *
     * @throws RuntimeException if it is unreachable at present
     */
    default String cluster() {
        return "";
    }

    /**
     * Stores an id there unless one exists, and returns the one that is stored then. Waits and fails as
     * {@link #cluster}.
     */
    default String name(String cluster) {
        return cluster;
    }

    @Override
    default void close() {}
}
