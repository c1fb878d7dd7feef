package io.chameleon.s3.policy;

import io.chameleon.s3.policy.condition.Conditions;
import io.chameleon.s3.policy.condition.Facts;
import io.chameleon.s3.policy.condition.Wildcard;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One statement of a policy.
 *
 * @param allows or else it denies
 * @param everybody whether it is about all, requests without a user included
 * @param users it is about
 * @param resources patterns of {@code bucket} and {@code bucket/key}
 * @param conditions that must hold for a request
 */
record Statement(
        boolean allows,
        boolean everybody,
        Set<String> users,
        Set<PolicyAction> actions,
        List<String> resources,
        Conditions conditions) {
    boolean covers(@Nullable String user, PolicyAction action, String resource, Facts facts) {
        return mayCover(user, action, resource) && conditions.hold(facts);
    }

    /** Whatever else is known of the request. */
    boolean mayCover(@Nullable String user, PolicyAction action, String resource) {
        return (everybody || (user != null && users.contains(user)))
                && actions.contains(action)
                && resources.stream().anyMatch(pattern -> Wildcard.matches(pattern, resource));
    }

    /** Whether it allows something to people whom the owner does not know. */
    boolean isPublic() {
        return allows && everybody && !conditions.restrictWho();
    }
}
