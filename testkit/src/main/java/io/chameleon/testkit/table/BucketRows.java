package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The registered buckets of {@link InMemoryMappingTable}. Not thread-safe. */
final class BucketRows {
    private final NavigableMap<String, BucketInfo> buckets = new TreeMap<>();
    private final InMemoryQuotas claims;

    /** @param claims who used each bucket first */
    BucketRows(InMemoryQuotas claims) {
        this.claims = claims;
    }

    NavigableMap<String, BucketInfo> all() {
        return buckets;
    }

    @Nullable
    BucketInfo get(String name) {
        return buckets.get(name);
    }

    /** Registers the bucket of an object or chunk that has just been committed, unless it is. */
    void used(ObjectId id, long nowMillis) {
        BucketInfo unused = registered(ObjectId.userBucket(id.bucket()), nowMillis);
    }

    /** Of new objects; EC for a bucket that nobody has registered. */
    RedundancyPolicy policy(String name) {
        BucketInfo bucket = buckets.get(name);
        return bucket == null ? RedundancyPolicy.EC : bucket.policy();
    }

    /** Whether its objects keep versions. */
    Versioning versioning(String name) {
        BucketInfo bucket = buckets.get(name);
        return bucket == null ? Versioning.OFF : bucket.versioning();
    }

    /** Of its own; none for a bucket that nobody has registered. */
    BucketSchemes schemes(String name) {
        BucketInfo bucket = buckets.get(name);
        return bucket == null ? BucketSchemes.NONE : bucket.schemes();
    }

    void setPolicy(String name, RedundancyPolicy policy, long nowMillis) {
        buckets.put(name, registered(name, nowMillis).withPolicy(policy));
    }

    /** A user uses an unused bucket first: it is the user's, and counts against its quota. */
    void claim(String name, String user, long nowMillis) {
        claims.own(name, user);
        BucketInfo bucket = registered(name, nowMillis);
        if (bucket.owner().isEmpty()) {
            buckets.put(name, new BucketInfo(name, user, bucket.createdMillis(), bucket.policy(), bucket.settings()));
        }
    }

    void remove(String name) {
        buckets.remove(name);
        claims.disown(name);
    }

    private BucketInfo registered(String name, long nowMillis) {
        return buckets.computeIfAbsent(name, any -> BucketInfo.created(name, claims.ownerOf(name), nowMillis));
    }
}
