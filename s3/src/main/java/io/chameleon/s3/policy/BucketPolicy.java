package io.chameleon.s3.policy;

import io.chameleon.s3.policy.condition.Facts;
import io.chameleon.s3.policy.condition.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The policy of one bucket. A deny wins over everything but the owner's right to read, replace and remove the policy:
 * without that a mistake would lock the bucket for good. An allow adds to what ACL and grants allow.
 */
public final class BucketPolicy {
    private final String bucket;
    private final String owner;
    private final List<Statement> statements;

    BucketPolicy(String bucket, String owner, List<Statement> statements) {
        this.bucket = bucket;
        this.owner = owner;
        this.statements = statements;
    }

    /** What a policy says of a request. */
    public enum Decision {
        /** Whatever else allows it. */
        DENY,
        /** Nothing else needs to. */
        ALLOW,
        /** Nothing: ACL, grants and ownership decide. */
        SILENT
    }

    /**
     * Reads the document of PutBucketPolicy. What is no policy is MalformedPolicy, what would not be carried out is
     * NotImplemented: exceptions by {@code Not...}, actions of other services. A condition that is not known is
     * MalformedPolicy.
     */
    public static BucketPolicy parse(String bucket, String owner, byte[] document) {
        return new BucketPolicy(bucket, owner, new PolicyParser(bucket).statements(document));
    }

    /**
     * Decides one request.
     *
     * @param user null: nobody
     * @param key of the object; null if the action is the bucket's
     * @param facts what conditions ask about
     */
    public Decision decide(@Nullable String user, PolicyAction action, @Nullable String key, Facts facts) {
        if (user != null && user.equals(owner) && ofPolicy(action)) {
            return Decision.ALLOW;
        }
        String resource = resource(key);
        Decision decision = Decision.SILENT;
        for (Statement statement : statements) {
            if (statement.covers(user, action, resource, facts)) {
                if (!statement.allows()) {
                    return Decision.DENY;
                }
                decision = Decision.ALLOW;
            }
        }
        return decision;
    }

    private String resource(@Nullable String key) {
        return key == null ? bucket : bucket + "/" + key;
    }

    /** Whether a decision on such a request may need to know that. */
    public boolean asks(Subject subject, @Nullable String user, PolicyAction action, @Nullable String key) {
        return statements.stream()
                .anyMatch(statement ->
                        statement.conditions().ask(subject) && statement.mayCover(user, action, resource(key)));
    }

    /** Whether it allows anything to people whom the owner does not know: what GetBucketPolicyStatus asks. */
    public boolean isPublic() {
        return statements.stream().anyMatch(Statement::isPublic);
    }

    private static boolean ofPolicy(PolicyAction action) {
        return action == PolicyAction.GET_BUCKET_POLICY
                || action == PolicyAction.PUT_BUCKET_POLICY
                || action == PolicyAction.DELETE_BUCKET_POLICY;
    }
}
