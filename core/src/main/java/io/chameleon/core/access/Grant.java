package io.chameleon.core.access;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;

/**
 * What one user may do with a bucket.
 *
 * @param principal name of a user, 1 to 128 characters
 */
public record Grant(String bucket, String principal, Access access) {
    public Grant {
        ObjectId.requireBucket(bucket);
        Require.that(
                principal.matches("[A-Za-z0-9._@+-]{1,128}"),
                "name of a user",
                principal,
                "1 to 128 letters, digits and . _ @ + -");
    }
}
