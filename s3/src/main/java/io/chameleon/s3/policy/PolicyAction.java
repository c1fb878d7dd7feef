package io.chameleon.s3.policy;

import io.chameleon.s3.policy.condition.Wildcard;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a policy can allow or deny: the actions of S3 that the gateway asks about. */
public enum PolicyAction {
    GET_OBJECT("GetObject", true),
    GET_OBJECT_VERSION("GetObjectVersion", true),
    GET_OBJECT_ATTRIBUTES("GetObjectAttributes", true),
    GET_OBJECT_VERSION_ATTRIBUTES("GetObjectVersionAttributes", true),
    GET_OBJECT_TAGGING("GetObjectTagging", true),
    GET_OBJECT_VERSION_TAGGING("GetObjectVersionTagging", true),
    GET_OBJECT_ACL("GetObjectAcl", true),
    GET_OBJECT_VERSION_ACL("GetObjectVersionAcl", true),
    PUT_OBJECT("PutObject", true),
    PUT_OBJECT_TAGGING("PutObjectTagging", true),
    PUT_OBJECT_VERSION_TAGGING("PutObjectVersionTagging", true),
    PUT_OBJECT_ACL("PutObjectAcl", true),
    PUT_OBJECT_VERSION_ACL("PutObjectVersionAcl", true),
    DELETE_OBJECT("DeleteObject", true),
    DELETE_OBJECT_VERSION("DeleteObjectVersion", true),
    DELETE_OBJECT_TAGGING("DeleteObjectTagging", true),
    DELETE_OBJECT_VERSION_TAGGING("DeleteObjectVersionTagging", true),
    ABORT_MULTIPART_UPLOAD("AbortMultipartUpload", true),
    LIST_MULTIPART_UPLOAD_PARTS("ListMultipartUploadParts", true),
    LIST_BUCKET("ListBucket", false),
    LIST_BUCKET_VERSIONS("ListBucketVersions", false),
    LIST_BUCKET_MULTIPART_UPLOADS("ListBucketMultipartUploads", false),
    GET_BUCKET_LOCATION("GetBucketLocation", false),
    DELETE_BUCKET("DeleteBucket", false),
    GET_BUCKET_ACL("GetBucketAcl", false),
    PUT_BUCKET_ACL("PutBucketAcl", false),
    GET_BUCKET_CORS("GetBucketCORS", false),
    PUT_BUCKET_CORS("PutBucketCORS", false),
    GET_BUCKET_TAGGING("GetBucketTagging", false),
    PUT_BUCKET_TAGGING("PutBucketTagging", false),
    GET_BUCKET_VERSIONING("GetBucketVersioning", false),
    PUT_BUCKET_VERSIONING("PutBucketVersioning", false),
    GET_LIFECYCLE_CONFIGURATION("GetLifecycleConfiguration", false),
    PUT_LIFECYCLE_CONFIGURATION("PutLifecycleConfiguration", false),
    GET_BUCKET_POLICY("GetBucketPolicy", false),
    PUT_BUCKET_POLICY("PutBucketPolicy", false),
    DELETE_BUCKET_POLICY("DeleteBucketPolicy", false),
    GET_BUCKET_POLICY_STATUS("GetBucketPolicyStatus", false),
    GET_BUCKET_PUBLIC_ACCESS_BLOCK("GetBucketPublicAccessBlock", false),
    PUT_BUCKET_PUBLIC_ACCESS_BLOCK("PutBucketPublicAccessBlock", false),
    GET_BUCKET_OWNERSHIP_CONTROLS("GetBucketOwnershipControls", false),
    PUT_BUCKET_OWNERSHIP_CONTROLS("PutBucketOwnershipControls", false);

    private static final String SERVICE = "s3:";

    private final String label;
    private final boolean ofObject;

    PolicyAction(String name, boolean ofObject) {
        this.label = SERVICE + name;
        this.ofObject = ofObject;
    }

    /** As policies name it: {@code s3:GetObject}. */
    public String label() {
        return label;
    }

    /** Its resource is an object, not the bucket. */
    public boolean ofObject() {
        return ofObject;
    }

    /** Those that a name means, in any case and with wildcards; none: it is not an action of the gateway. */
    static Set<PolicyAction> matching(String pattern) {
        String lower = pattern.toLowerCase(Locale.ROOT);
        Set<PolicyAction> actions = EnumSet.noneOf(PolicyAction.class);
        for (PolicyAction action : values()) {
            if (Wildcard.matches(lower, action.label.toLowerCase(Locale.ROOT))) {
                actions.add(action);
            }
        }
        return actions;
    }
}
