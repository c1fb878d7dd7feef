package io.chameleon.s3.access;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.version.VersionId;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.policy.PolicyAction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be decided.
 *
 * @param key "" if the operation is the bucket's
 * @param listed prefix that a listing is asked for; null for the request's own
 */
record Question(
        Operation operation,
        @Nullable String user,
        BucketInfo bucket,
        String key,
        Circumstances how,
        @Nullable String listed) {
    /** Whether the requester would see that there is no such object. */
    Question listing() {
        return new Question(Operation.LIST_OBJECTS, user, bucket, "", how, key);
    }

    /** The version that it is about; empty for the current one. */
    Optional<VersionId> version() {
        return PolicyActions.knowsVersions(operation) ? how.version() : Optional.empty();
    }

    /** Who may write cannot undo what versions are kept for: that takes a policy, a store's grant or the owner. */
    boolean deletesForGood() {
        return operation == Operation.DELETE_OBJECT && version().isPresent();
    }

    @Nullable
    PolicyAction action() {
        return version().isPresent() ? PolicyActions.ofVersion(operation) : PolicyActions.of(operation);
    }
}
