package io.chameleon.metadata;

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

    /** Whether nobody has ever used the bucket: no object is in it, nobody owns it, nobody has been granted anything. */
    boolean isUnused(String bucket);

    /**
     * Makes an unused bucket a user's own, who gets {@link Access#OWNER}.
     *
     * @return whether that was so; of two who come at once, one is told false
     */
    boolean claim(String bucket, String principal);

    /** Gives {@code access} in place of what the user had; null takes it away. */
    void set(String bucket, String principal, @Nullable Access access);

    /** In the order of the users' names. */
    List<Grant> ofBucket(String bucket);

    /** In the order of the buckets. */
    List<Grant> ofPrincipal(String principal);

    /** Whether the fragments of this write belong to an object other than {@code id}. */
    boolean isLiveElsewhere(WriteId writeId, ObjectId id);
}
