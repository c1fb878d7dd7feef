package io.chameleon.metadata;

import io.chameleon.core.mapping.ClusterView;

/** Where a process has its view of the cluster from. Calls may wait for the database. */
@FunctionalInterface
public interface ClusterViews {
    /** May be a little old, unless {@link #changed} was called since. */
    ClusterView get();

    /** As it is now; has the table note who is registered. */
    default ClusterView fresh() {
        return get();
    }

    /** This process has changed what the view shows. */
    default void changed() {}
}
