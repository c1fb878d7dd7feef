package io.chameleon.client.options;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How to write an object. Immutable: each method returns a changed copy. A bad value is an
 * {@link IllegalArgumentException}.
 */
public final class PutOptions {
    /** The object's or its bucket's policy, no content type, no user metadata, no condition. */
    public static final PutOptions DEFAULT = new PutOptions(null, "", Map.of(), Condition.NONE);

    private static final WriteId ANY_ID = new WriteId(0, 0);

    private final @Nullable RedundancyPolicy policy;
    private final String contentType;
    private final Map<String, String> userMetadata;
    private final Condition condition;

    private PutOptions(
            @Nullable RedundancyPolicy policy,
            String contentType,
            Map<String, String> userMetadata,
            Condition condition) {
        ObjectContent.requireUserMetadata(userMetadata);
        ObjectContent valid = new ObjectContent(ANY_ID, 0, 1, 0, contentType, userMetadata);
        this.policy = policy;
        this.contentType = valid.contentType();
        this.userMetadata = valid.userMetadata();
        this.condition = condition;
    }

    /**
     * Writes under this policy. By default an object keeps the one the balancer chose, and a new one takes its
     * bucket's.
     */
    public PutOptions policy(RedundancyPolicy chosen) {
        Objects.requireNonNull(chosen, "policy");
        return new PutOptions(chosen, contentType, userMetadata, condition);
    }

    /** Media type, at most {@link ObjectContent#MAX_CONTENT_TYPE_BYTES} bytes. */
    public PutOptions contentType(String type) {
        Objects.requireNonNull(type, "contentType");
        return new PutOptions(policy, type, userMetadata, condition);
    }

    /** Pairs kept with the object, at most {@link ObjectContent#MAX_USER_METADATA_BYTES} bytes in all. */
    public PutOptions userMetadata(Map<String, String> pairs) {
        Objects.requireNonNull(pairs, "userMetadata");
        pairs.forEach((key, value) -> {
            Objects.requireNonNull(key, "userMetadata: null as a key");
            Objects.requireNonNull(value, "userMetadata: null as a value");
        });
        return new PutOptions(policy, contentType, pairs, condition);
    }

    /** Writes only if the object still has this entity tag. */
    public PutOptions ifMatch(String entityTag) {
        Objects.requireNonNull(entityTag, "entityTag");
        return new PutOptions(policy, contentType, userMetadata, new Condition.IfMatch(WriteId.parse(entityTag)));
    }

    /** Writes only if there is no such object. */
    public PutOptions ifNoneMatch() {
        return new PutOptions(policy, contentType, userMetadata, Condition.IF_ABSENT);
    }

    public Optional<RedundancyPolicy> policy() {
        return Optional.ofNullable(policy);
    }

    public String contentType() {
        return contentType;
    }

    public Map<String, String> userMetadata() {
        return userMetadata;
    }

    public Condition condition() {
        return condition;
    }
}
