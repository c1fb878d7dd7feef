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

    @Override
    default void close() {}
}
