package io.chameleon.metadata.bucket;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who may do what with which bucket. Calls wait for the database; each is one transaction. */
public interface GrantTable {
    /** What a user may do with a bucket; null if nothing. */
    @Nullable
    Access access(String bucket, String principal);

    /** Whether the bucket was never used: it has no objects, no owner and no grants. */
    boolean isUnused(String bucket);

    /**
     * Makes a user the owner of an unused bucket, with {@link Access#OWNER}, and registers the bucket.
     *
     * @return whether it was unused; of two simultaneous callers, one gets false
     */
    boolean claim(String bucket, String principal);

    /**
     * Sets a user's access in place of the earlier one; null removes it. Registers the bucket; if it is nobody's and
     * the access is {@link Access#OWNER}, it becomes the user's.
     */
    void set(String bucket, String principal, @Nullable Access access);

    /** Sorted by user. */
    List<Grant> ofBucket(String bucket);

    /** Sorted by bucket. */
    List<Grant> ofPrincipal(String principal);

    /**
     * What is known before a user's commit of this write as {@code id}.
     *
     * @param proven whether the user has shown that it made the write
     */
    Before before(WriteId writeId, ObjectId id, boolean proven);

    /**
     * What a user's commit depends on, besides its access.
     *
     * @param liveElsewhere whether the fragments of the write belong to another object
     * @param registered whether the bucket exists; if not, access that was known may be that to a deleted one
     */
    record Before(boolean liveElsewhere, boolean registered) {}
}
