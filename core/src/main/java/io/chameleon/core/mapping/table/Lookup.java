package io.chameleon.core.mapping.table;

import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a lookup. It also serves the write of a new key.
 *
 * @param mapping null if there is no such object
 * @param bucketPolicy the policy of new objects of the bucket
 * @param schemes that the bucket has of its own
 */
public record Lookup(@Nullable ObjectMapping mapping, RedundancyPolicy bucketPolicy, BucketSchemes schemes) {
    /** In a bucket without schemes of its own. */
    public Lookup(@Nullable ObjectMapping mapping, RedundancyPolicy bucketPolicy) {
        this(mapping, bucketPolicy, BucketSchemes.NONE);
    }

    /** The same bucket, another row. */
    public Lookup with(@Nullable ObjectMapping row) {
        return new Lookup(row, bucketPolicy, schemes);
    }
}
