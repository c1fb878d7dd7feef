package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Map;

/**
 * The schemes that transitions lead to: those of an object's bucket.
 *
 * @param rep scheme of upgraded objects, where their bucket has none of its own
 * @param ec scheme of downgraded objects, where their bucket has none of its own
 * @param ofBuckets those that buckets have of their own, by name
 */
public record Schemes(RedundancyScheme rep, RedundancyScheme ec, Map<String, BucketSchemes> ofBuckets) {
    public Schemes {
        Require.that(rep.policy() == RedundancyPolicy.REP, "replication scheme", rep, "REP(copies)");
        Require.that(ec.policy() == RedundancyPolicy.EC, "erasure coding scheme", ec, "EC(data+parity)");
        ofBuckets = Map.copyOf(ofBuckets);
    }

    /** The same for all buckets. */
    public Schemes(RedundancyScheme rep, RedundancyScheme ec) {
        this(rep, ec, Map.of());
    }

    /** Of an object, a chunk or a part under REP, also in a {@link Slices slice}. */
    public RedundancyScheme rep(ObjectId id) {
        RedundancyScheme own = own(id).rep();
        return own == null ? rep : own;
    }

    /** Of an object, a chunk or a part under EC. */
    public RedundancyScheme ec(ObjectId id) {
        RedundancyScheme own = own(id).ec();
        return own == null ? ec : own;
    }

    private BucketSchemes own(ObjectId id) {
        return ofBuckets.isEmpty()
                ? BucketSchemes.NONE
                : ofBuckets.getOrDefault(Slices.whole(ObjectId.userBucket(id.bucket())), BucketSchemes.NONE);
    }
}
