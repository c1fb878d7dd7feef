package io.chameleon.s3.access;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.error.Errors;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.lifecycle.ObjectTags;
import io.chameleon.core.version.VersionId;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.acl.Permission;
import io.chameleon.s3.acl.PublicAccessBlock;
import io.chameleon.s3.auth.Authentication;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Need;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.policy.BucketPolicy;
import io.chameleon.s3.policy.PolicyAction;
import io.chameleon.s3.policy.condition.Subject;
import io.chameleon.s3.version.ObjectVersions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final int MOST_POLICIES = 1000;

    private record Source(String bucket, String owner, String document) {}

    private final ObjectVersions versions;
    private final GrantCache grants;
    private final boolean openUnowned;
    private final InstantSource clock;
    private final Map<Source, BucketPolicy> policies = new ConcurrentHashMap<>();

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
        this.clock = clock;
    }

    /** Fails with AccessDenied unless a request that names no bucket, or makes one, is a user's. */
    public static void requireUser(Operation operation, Authentication who) {
        if (operation.need() == Need.USER && who.anonymous() && operation != Operation.PREFLIGHT) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
    }

    /** Fails with AccessDenied unless the bucket is that user's; null expects nobody. */
    public static void requireOwner(@Nullable String expected, BucketInfo bucket) {
        String owner = bucket.owner().isEmpty() ? Call.NOBODY : bucket.owner();
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
        BucketPolicy policy = operation == Operation.PUT_OBJECT_TAGGING ? policy(bucket) : null;
        return policy != null
                && Stream.of(PolicyAction.PUT_OBJECT_TAGGING, PolicyAction.PUT_OBJECT_VERSION_TAGGING)
                        .anyMatch(action -> policy.asks(Subject.REQUEST_OBJECT_TAG, who.user(), action, key)
                                || policy.asks(Subject.REQUEST_OBJECT_TAG_KEYS, who.user(), action, key));
    }

    /**
     * What is to be decided.
     *
     * @param key "" if the operation is the bucket's
     * @param listed prefix that a listing is asked for; null for the request's own
     */
    private record Question(
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

    /** The one decision. */
    private CompletableFuture<Boolean> decide(Question asked) {
        return policy(asked).thenCompose(decision -> switch (decision) {
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
                : grants.allows(user, bucket.name(), access(need));
        Permission ofObject = asked.key().isEmpty() ? null : ofObject(need);
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
        Permission asked = switch (need) {
            case LIST -> Permission.READ;
            // One who may replace an object may change its tags.
            case WRITE, DESCRIBE -> Permission.WRITE;
            case READ_ACL -> key.isEmpty() ? Permission.READ_ACP : null;
            case WRITE_ACL -> key.isEmpty() ? Permission.WRITE_ACP : null;
            case USER, READ, OWN -> null;
        };
        return asked != null
                && Acl.of(bucket)
                        .allows(user, asked, !PublicAccessBlock.of(bucket).ignoresAcls());
    }

    private static @Nullable Permission ofObject(Need need) {
        return switch (need) {
            case READ -> Permission.READ;
            case DESCRIBE -> Permission.WRITE;
            case READ_ACL -> Permission.READ_ACP;
            case WRITE_ACL -> Permission.WRITE_ACP;
            case USER, LIST, WRITE, OWN -> null;
        };
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

    private CompletableFuture<BucketPolicy.Decision> policy(Question asked) {
        PolicyAction action = asked.action();
        BucketPolicy policy = action == null ? null : policy(asked.bucket());
        if (action == null || policy == null) {
            return CompletableFuture.completedFuture(BucketPolicy.Decision.SILENT);
        }
        String key = action.ofObject() ? asked.key() : null;
        return policy.asks(Subject.EXISTING_OBJECT_TAG, asked.user(), action, key)
                ? existingTags(asked).thenApply(tags -> policy(policy, action, key, asked, tags))
                : CompletableFuture.completedFuture(policy(policy, action, key, asked, Map.of()));
    }

    /** An object that is not there has none. */
    private CompletableFuture<Map<String, String>> existingTags(Question asked) {
        if (asked.key().isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        return versions.find(asked.bucket(), asked.key(), asked.version()).handle((info, failure) -> {
            if (failure == null) {
                return ObjectTags.of(info.userMetadata());
            }
            if (ObjectVersions.isMissing(failure)) {
                return Map.of();
            }
            throw new CompletionException(Errors.unwrap(failure));
        });
    }

    private BucketPolicy.Decision policy(
            BucketPolicy policy,
            PolicyAction action,
            @Nullable String key,
            Question asked,
            Map<String, String> existingTags) {
        RequestFacts facts = new RequestFacts(asked.how(), asked.user(), clock.instant(), existingTags, asked.listed());
        BucketPolicy.Decision decision = policy.decide(asked.user(), action, key, facts);
        boolean restricted = decision == BucketPolicy.Decision.ALLOW
                && !owns(asked.user(), asked.bucket())
                && policy.isPublic()
                && PublicAccessBlock.of(asked.bucket()).restricts();
        return restricted ? BucketPolicy.Decision.SILENT : decision;
    }

    private @Nullable BucketPolicy policy(BucketInfo bucket) {
        String document = bucket.settings().get(POLICY);
        if (document == null) {
            return null;
        }
        if (policies.size() >= MOST_POLICIES) {
            policies.clear();
        }
        return policies.computeIfAbsent(
                new Source(bucket.name(), bucket.owner(), document),
                source -> BucketPolicy.parse(
                        source.bucket(), source.owner(), source.document().getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether ACL or policy of a bucket grant something to people whom its owner does not know. */
    public boolean isPublic(BucketInfo bucket) {
        BucketPolicy policy = policy(bucket);
        PublicAccessBlock block = PublicAccessBlock.of(bucket);
        return Acl.of(bucket).isPublic() && !block.ignoresAcls() || policy != null && policy.isPublic();
    }

    private static Access access(Need need) {
        return switch (need) {
            case USER, LIST, READ -> Access.READ;
            case WRITE, DESCRIBE -> Access.WRITE;
            case READ_ACL, WRITE_ACL, OWN -> Access.OWNER;
        };
    }
}
