package io.chameleon.metadata;

import io.chameleon.core.ServerInfo;
import java.util.List;

/** The flash servers that are registered at present, as service discovery tells them. */
@FunctionalInterface
public interface RegisteredServers extends AutoCloseable {
    /** Never blocks; a server that has just come or gone may be told a little late. */
    List<ServerInfo> registered();

    /** Whether that is the present; else nobody can say who came and went since. */
    default boolean isCurrent() {
        return true;
    }

    /**
     * The id of the cluster that flash servers find where they register; empty if nobody has put one there. Waits for service discovery.
     *
     * @throws RuntimeException if it cannot be asked at present
     */
    default String cluster() {
        return "";
    }

    /** Puts an id there unless another is, and answers the one that is there then. Waits and fails as {@link #cluster}. */
    default String name(String cluster) {
        return cluster;
    }

    @Override
    default void close() {}
}
