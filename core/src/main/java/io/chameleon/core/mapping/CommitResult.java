package io.chameleon.core.mapping;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a commit.
 *
 * @param current the row after the commit, for the writer's next write; null if the object is gone meanwhile
 */
public record CommitResult(Status status, @Nullable ObjectMapping current) {
    /** What became of a commit. */
    public enum Status {
        /** This write is, or was, the current version. Also the answer to a repeated commit. */
        COMMITTED,
        /** A retry: this write was committed earlier and another has taken its place since. */
        SUPERSEDED,
        /** The condition did not hold. */
        PRECONDITION_FAILED,
        /** The write id is older than the grace period. */
        TOO_OLD
    }
}
