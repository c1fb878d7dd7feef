package io.chameleon.core.mapping;

import io.chameleon.core.bucket.BucketSchemes;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a commit.
 *
 * @param current the row after the commit, whatever its outcome, for the writer's next write; null if there is no such
 *     object
 * @param schemes that the object's bucket has of its own, as of the commit; clients are not told
 */
public record CommitResult(Status status, @Nullable ObjectMapping current, BucketSchemes schemes) {
    /** In a bucket without schemes of its own. */
    public CommitResult(Status status, @Nullable ObjectMapping current) {
        this(status, current, BucketSchemes.NONE);
    }

    /** The same answer, in a bucket with these schemes of its own. */
    public CommitResult in(BucketSchemes own) {
        return own.isNone() ? this : new CommitResult(status, current, own);
    }

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
