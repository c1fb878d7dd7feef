package io.chameleon.metadata.request;

import io.chameleon.core.mapping.ClusterView;

/** The source of a process's view of the cluster. Calls may wait for the database. */
@FunctionalInterface
public interface ClusterViews {
    /** May be slightly stale, unless {@link #changed} was called since. */
    ClusterView get();

    /** The current view; also records in the table who is registered. */
    default ClusterView fresh() {
        return get();
    }

    /** To be called when this process has changed what the view shows. */
    default void changed() {}
}
