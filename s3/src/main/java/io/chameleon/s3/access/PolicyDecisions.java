package io.chameleon.s3.access;

import io.chameleon.client.error.Errors;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.lifecycle.ObjectTags;
import io.chameleon.s3.acl.PublicAccessBlock;
import io.chameleon.s3.policy.BucketPolicy;
import io.chameleon.s3.policy.PolicyAction;
import io.chameleon.s3.policy.condition.Subject;
import io.chameleon.s3.version.ObjectVersions;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the policies of buckets say of requests. Remembers those it has read. */
final class PolicyDecisions {
    private static final int MOST_POLICIES = 1000;

    private record Source(String bucket, String owner, String document) {}

    private final ObjectVersions versions;
    private final InstantSource clock;
    private final Map<Source, BucketPolicy> policies = new ConcurrentHashMap<>();

    /**
     * Decides by documents and objects.
     *
     * @param versions asked for the tags of an object
     * @param clock for conditions on the time
     */
    PolicyDecisions(ObjectVersions versions, InstantSource clock) {
        this.versions = versions;
        this.clock = clock;
    }

    /** @param owned whether the requester owns the bucket */
    CompletableFuture<BucketPolicy.Decision> decide(Question asked, boolean owned) {
        PolicyAction action = asked.action();
        BucketPolicy policy = action == null ? null : of(asked.bucket());
        if (action == null || policy == null) {
            return CompletableFuture.completedFuture(BucketPolicy.Decision.SILENT);
        }
        String key = action.ofObject() ? asked.key() : null;
        return policy.asks(Subject.EXISTING_OBJECT_TAG, asked.user(), action, key)
                ? existingTags(asked).thenApply(tags -> decide(policy, action, key, asked, owned, tags))
                : CompletableFuture.completedFuture(decide(policy, action, key, asked, owned, Map.of()));
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

    private BucketPolicy.Decision decide(
            BucketPolicy policy,
            PolicyAction action,
            @Nullable String key,
            Question asked,
            boolean owned,
            Map<String, String> existingTags) {
        RequestFacts facts = new RequestFacts(asked.how(), asked.user(), clock.instant(), existingTags, asked.listed());
        BucketPolicy.Decision decision = policy.decide(asked.user(), action, key, facts);
        boolean restricted = decision == BucketPolicy.Decision.ALLOW
                && !owned
                && policy.isPublic()
                && PublicAccessBlock.of(asked.bucket()).restricts();
        return restricted ? BucketPolicy.Decision.SILENT : decision;
    }

    /** The bucket's policy; null if it has none. */
    @Nullable
    BucketPolicy of(BucketInfo bucket) {
        String document = bucket.settings().get(AccessControl.POLICY);
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
}
