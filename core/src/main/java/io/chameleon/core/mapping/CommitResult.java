package io.chameleon.core.mapping;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a commit.
 *
 * @param current the row after the commit, whatever its outcome, for the writer's next write; null if there is no such
 *     object
 */
public record CommitResult(Status status, @Nullable ObjectMapping current) {
    /** The outcome of a commit. */
    public enum Status {
        /** This write is, or was, the current version. Also the answer to a repeated commit. */
        COMMITTED,
        /**
         * A retry: this write was committed earlier, and another has taken its place or the object was deleted since.
         */
        SUPERSEDED,
        /** The condition did not hold. */
        PRECONDITION_FAILED,
        /** Not committed, and the write id is older than the grace period: the fragments may be gone. */
        TOO_OLD,
        /** Not committed: the write id is further ahead of the service's clock than clock skew explains. */
        FROM_FUTURE,
        /** Not committed: bucket or owner would exceed their quota. Only the growth counts, not the replaced bytes. */
        OVER_QUOTA
    }
}
