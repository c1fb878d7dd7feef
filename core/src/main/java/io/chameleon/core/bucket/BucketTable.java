package io.chameleon.core.bucket;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The registry of buckets. Calls may wait for a database; each is one transaction. Failures are
 * {@link io.chameleon.core.error.ChameleonError}s with the codes named here.
 *
 * <p>A bucket that somebody commits to without creating it exists from that commit on; its owner is the user who
 * claimed it. So does one whose policy is set. Both tables, on PostgreSQL and in memory, pass {@code BucketContract}.
 */
public interface BucketTable {
    /** Most buckets of one page. */
    int MAX_LIMIT = 1000;

    /** As {@link #create(String, String, Map)}, without settings. */
    default BucketInfo create(String name, String owner) {
        return create(name, owner, Map.of());
    }

    /**
     * Makes a bucket. Its owner gets {@link io.chameleon.core.access.Access#OWNER} with it, and its objects count
     * against the owner's quota.
     *
     * @param owner "" for nobody
     * @param settings that it begins with
     * @throws io.chameleon.core.error.ChameleonError {@code BUCKET_EXISTS}, whoever owns it
     * @throws IllegalArgumentException as {@link #configure}
     */
    BucketInfo create(String name, String owner, Map<String, String> settings);

    /**
     * Removes a bucket with its policy, settings and grants: the name is free again. A quota stays, since an operator
     * has set it for the name.
     *
     * @throws io.chameleon.core.error.ChameleonError {@code BUCKET_NOT_FOUND}; {@code BUCKET_NOT_EMPTY} while it holds
     *     an object or an open upload
     */
    void delete(String name);

    /** Null if there is no such bucket. */
    @Nullable
    BucketInfo find(String name);

    /**
     * A page of buckets, sorted by name.
     *
     * @param owner only those of this user; null for all
     * @param after only names that follow this one; "" from the first
     * @param limit 1 to {@link #MAX_LIMIT}; fewer are returned only by the last page
     */
    List<BucketInfo> list(@Nullable String owner, String after, int limit);

    /**
     * As {@link #list} of all, but only buckets in which something may have to go with time: those with lifecycle
     * rules, and those with an open upload.
     */
    List<BucketInfo> listAging(String after, int limit);

    /** As {@link #list} of all, but only buckets with {@link BucketSchemes} of their own. */
    List<BucketInfo> listWithSchemes(String after, int limit);

    /**
     * Changes settings, and leaves those not named as they are.
     *
     * @param changes null removes a key
     * @return the bucket after the change
     * @throws io.chameleon.core.error.ChameleonError {@code BUCKET_NOT_FOUND}
     * @throws IllegalArgumentException in one line if the settings would be too large, or say what cannot be
     */
    BucketInfo configure(String name, Map<String, @Nullable String> changes);
}
