package io.chameleon.s3.access;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.acl.Permission;
import io.chameleon.s3.acl.PublicAccessBlock;
import io.chameleon.s3.auth.Authentication;
import io.chameleon.s3.call.CanonicalUser;
import io.chameleon.s3.call.Need;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.policy.BucketPolicy;
import io.chameleon.s3.policy.PolicyAction;
import io.chameleon.s3.policy.condition.Subject;
import io.chameleon.s3.version.ObjectVersions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may do what. A bucket's policy comes first: what it denies is denied. Else its owner may do anything, and
 * others what policy, the bucket's ACL or the store's grants allow. An object's own ACL is looked up
 * only when all of these say no.
 */
public final class AccessControl {
    /** Where a bucket keeps its policy: the document as it came. */
    public static final String POLICY = "policy";

    private final ObjectVersions versions;
    private final GrantCache grants;
    private final boolean openUnowned;
    private final PolicyDecisions policies;

    /**
     * Decides by what the store knows.
     *
     * @param lifetime how long the store's grants are believed
     * @param openUnowned whether a bucket that nobody owns is open to all users: right only where the store itself asks
     *     nobody who they are. Else it takes a grant of the store
     * @param clock for conditions on the time
     */
    public AccessControl(
            AsyncChameleonClient client,
            Duration lifetime,
            LongSupplier ticker,
            boolean openUnowned,
            InstantSource clock) {
        this.versions = new ObjectVersions(client);
        this.grants = new GrantCache(client, lifetime, ticker);
        this.openUnowned = openUnowned;
        this.policies = new PolicyDecisions(versions, clock);
    }

    /** Fails with AccessDenied unless a request that names no bucket, or makes one, is a user's. */
    public static void requireUser(Operation operation, Authentication who) {
        if (operation.need() == Need.USER && who.anonymous() && operation != Operation.PREFLIGHT) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
    }

    /** Fails with AccessDenied unless the bucket is that user's; null expects nobody. */
    public static void requireOwner(@Nullable String expected, BucketInfo bucket) {
        String owner = CanonicalUser.id(bucket.owner());
        if (expected != null && !expected.equals(owner)) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
    }

    /**
     * Fails with AccessDenied unless the requester may do that with the bucket.
     *
     * @param key "" if the operation is the bucket's
     */
    public CompletableFuture<Void> require(
            Operation operation, Authentication who, BucketInfo bucket, String key, Circumstances how) {
        return decide(new Question(operation, who.user(), bucket, key, how, null))
                .thenAccept(allowed -> {
                    if (!allowed) {
                        throw new S3Exception(S3Error.ACCESS_DENIED);
                    }
                });
    }

    /**
     * Whether the decision may depend on tags that stand in the request's document. Then it is the operation's to ask,
     * when it has read them.
     */
    public boolean dependsOnTags(Operation operation, Authentication who, BucketInfo bucket, String key) {
        BucketPolicy policy = operation == Operation.PUT_OBJECT_TAGGING ? policies.of(bucket) : null;
        return policy != null
                && Stream.of(PolicyAction.PUT_OBJECT_TAGGING, PolicyAction.PUT_OBJECT_VERSION_TAGGING)
                        .anyMatch(action -> policy.asks(Subject.REQUEST_OBJECT_TAG, who.user(), action, key)
                                || policy.asks(Subject.REQUEST_OBJECT_TAG_KEYS, who.user(), action, key));
    }

    /** The one decision. */
    private CompletableFuture<Boolean> decide(Question asked) {
        return policies.decide(asked, owns(asked.user(), asked.bucket())).thenCompose(decision -> switch (decision) {
            case DENY -> CompletableFuture.completedFuture(false);
            case ALLOW -> CompletableFuture.completedFuture(true);
            case SILENT -> decideWithoutPolicy(asked);
        });
    }

    private CompletableFuture<Boolean> decideWithoutPolicy(Question asked) {
        String user = asked.user();
        BucketInfo bucket = asked.bucket();
        Need need = asked.operation().need();
        if (owns(user, bucket)
                || asked.operation() == Operation.DELETE_OBJECTS
                || !asked.deletesForGood() && byBucketAcl(need, user, bucket, asked.key())) {
            // Each key of DeleteObjects is decided as a DeleteObject.
            return CompletableFuture.completedFuture(true);
        }
        CompletableFuture<Boolean> granted = user == null
                ? CompletableFuture.completedFuture(false)
                : grants.allows(user, bucket.name(), Rights.granted(need));
        Permission ofObject = asked.key().isEmpty() ? null : Rights.ofObject(need);
        if (ofObject == null) {
            return granted;
        }
        return granted.thenCompose(
                allowed -> allowed ? CompletableFuture.completedFuture(true) : byObjectAcl(ofObject, asked));
    }

    private boolean owns(@Nullable String user, BucketInfo bucket) {
        return user != null && (bucket.owner().equals(user) || bucket.owner().isEmpty() && openUnowned);
    }

    private static boolean byBucketAcl(Need need, @Nullable String user, BucketInfo bucket, String key) {
        Permission asked = Rights.ofBucket(need, key);
        return asked != null
                && Acl.of(bucket)
                        .allows(user, asked, !PublicAccessBlock.of(bucket).ignoresAcls());
    }

    /**
     * An object that is not there is shown to be missing to those who may list the bucket. Nobody is let through to it:
     * it may be there, and private, a moment later.
     */
    private CompletableFuture<Boolean> byObjectAcl(Permission permission, Question asked) {
        BucketInfo bucket = asked.bucket();
        boolean groups = !PublicAccessBlock.of(bucket).ignoresAcls();
        return versions.find(bucket, asked.key(), asked.version())
                .thenApply(info -> Acl.of(info.userMetadata(), bucket).allows(asked.user(), permission, groups))
                .exceptionallyCompose(failure -> ObjectVersions.isMissing(failure)
                        ? decide(asked.listing())
                                .thenCompose(listed -> listed
                                        ? CompletableFuture.failedFuture(failure)
                                        : CompletableFuture.completedFuture(false))
                        : CompletableFuture.failedFuture(failure));
    }

    /** Whether ACL or policy of a bucket grant something to people whom its owner does not know. */
    public boolean isPublic(BucketInfo bucket) {
        BucketPolicy policy = policies.of(bucket);
        PublicAccessBlock block = PublicAccessBlock.of(bucket);
        return Acl.of(bucket).isPublic() && !block.ignoresAcls() || policy != null && policy.isPublic();
    }
}
