package io.chameleon.s3.policy.condition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of a request. */
@FunctionalInterface
public interface Facts {
    /** The values of a key, one unless the key is of many; null if the request has none. */
    @Nullable
    List<String> of(ConditionKey key);
}
