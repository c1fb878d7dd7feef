package io.chameleon.s3.access;

import io.chameleon.s3.call.Operation;
import io.chameleon.s3.policy.PolicyAction;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The actions that policies know the operations by. */
final class PolicyActions {
    private static final Map<Operation, PolicyAction> ACTIONS = new EnumMap<>(Operation.class);

    static {
        ACTIONS.put(Operation.HEAD_BUCKET, PolicyAction.LIST_BUCKET);
        ACTIONS.put(Operation.LIST_OBJECTS, PolicyAction.LIST_BUCKET);
        ACTIONS.put(Operation.LIST_OBJECTS_V2, PolicyAction.LIST_BUCKET);
        ACTIONS.put(Operation.LIST_OBJECT_VERSIONS, PolicyAction.LIST_BUCKET_VERSIONS);
        ACTIONS.put(Operation.LIST_MULTIPART_UPLOADS, PolicyAction.LIST_BUCKET_MULTIPART_UPLOADS);
        ACTIONS.put(Operation.DELETE_BUCKET, PolicyAction.DELETE_BUCKET);
        ACTIONS.put(Operation.GET_BUCKET_LOCATION, PolicyAction.GET_BUCKET_LOCATION);
        ACTIONS.put(Operation.GET_BUCKET_VERSIONING, PolicyAction.GET_BUCKET_VERSIONING);
        ACTIONS.put(Operation.PUT_BUCKET_VERSIONING, PolicyAction.PUT_BUCKET_VERSIONING);
        ACTIONS.put(Operation.GET_BUCKET_ACL, PolicyAction.GET_BUCKET_ACL);
        ACTIONS.put(Operation.PUT_BUCKET_ACL, PolicyAction.PUT_BUCKET_ACL);
        ACTIONS.put(Operation.GET_BUCKET_TAGGING, PolicyAction.GET_BUCKET_TAGGING);
        ACTIONS.put(Operation.PUT_BUCKET_TAGGING, PolicyAction.PUT_BUCKET_TAGGING);
        ACTIONS.put(Operation.DELETE_BUCKET_TAGGING, PolicyAction.PUT_BUCKET_TAGGING);
        ACTIONS.put(Operation.GET_BUCKET_CORS, PolicyAction.GET_BUCKET_CORS);
        ACTIONS.put(Operation.PUT_BUCKET_CORS, PolicyAction.PUT_BUCKET_CORS);
        ACTIONS.put(Operation.DELETE_BUCKET_CORS, PolicyAction.PUT_BUCKET_CORS);
        ACTIONS.put(Operation.GET_BUCKET_LIFECYCLE, PolicyAction.GET_LIFECYCLE_CONFIGURATION);
        ACTIONS.put(Operation.PUT_BUCKET_LIFECYCLE, PolicyAction.PUT_LIFECYCLE_CONFIGURATION);
        ACTIONS.put(Operation.DELETE_BUCKET_LIFECYCLE, PolicyAction.PUT_LIFECYCLE_CONFIGURATION);
        ACTIONS.put(Operation.GET_BUCKET_POLICY, PolicyAction.GET_BUCKET_POLICY);
        ACTIONS.put(Operation.PUT_BUCKET_POLICY, PolicyAction.PUT_BUCKET_POLICY);
        ACTIONS.put(Operation.DELETE_BUCKET_POLICY, PolicyAction.DELETE_BUCKET_POLICY);
        ACTIONS.put(Operation.GET_BUCKET_POLICY_STATUS, PolicyAction.GET_BUCKET_POLICY_STATUS);
        ACTIONS.put(Operation.GET_PUBLIC_ACCESS_BLOCK, PolicyAction.GET_BUCKET_PUBLIC_ACCESS_BLOCK);
        ACTIONS.put(Operation.PUT_PUBLIC_ACCESS_BLOCK, PolicyAction.PUT_BUCKET_PUBLIC_ACCESS_BLOCK);
        ACTIONS.put(Operation.DELETE_PUBLIC_ACCESS_BLOCK, PolicyAction.PUT_BUCKET_PUBLIC_ACCESS_BLOCK);
        ACTIONS.put(Operation.GET_BUCKET_OWNERSHIP_CONTROLS, PolicyAction.GET_BUCKET_OWNERSHIP_CONTROLS);
        ACTIONS.put(Operation.PUT_BUCKET_OWNERSHIP_CONTROLS, PolicyAction.PUT_BUCKET_OWNERSHIP_CONTROLS);
        ACTIONS.put(Operation.DELETE_BUCKET_OWNERSHIP_CONTROLS, PolicyAction.PUT_BUCKET_OWNERSHIP_CONTROLS);
        ACTIONS.put(Operation.GET_OBJECT, PolicyAction.GET_OBJECT);
        ACTIONS.put(Operation.HEAD_OBJECT, PolicyAction.GET_OBJECT);
        ACTIONS.put(Operation.GET_OBJECT_ATTRIBUTES, PolicyAction.GET_OBJECT_ATTRIBUTES);
        ACTIONS.put(Operation.GET_OBJECT_ACL, PolicyAction.GET_OBJECT_ACL);
        ACTIONS.put(Operation.PUT_OBJECT_ACL, PolicyAction.PUT_OBJECT_ACL);
        ACTIONS.put(Operation.GET_OBJECT_TAGGING, PolicyAction.GET_OBJECT_TAGGING);
        ACTIONS.put(Operation.PUT_OBJECT_TAGGING, PolicyAction.PUT_OBJECT_TAGGING);
        ACTIONS.put(Operation.DELETE_OBJECT_TAGGING, PolicyAction.DELETE_OBJECT_TAGGING);
        ACTIONS.put(Operation.PUT_OBJECT, PolicyAction.PUT_OBJECT);
        ACTIONS.put(Operation.COPY_OBJECT, PolicyAction.PUT_OBJECT);
        ACTIONS.put(Operation.POST_OBJECT, PolicyAction.PUT_OBJECT);
        ACTIONS.put(Operation.DELETE_OBJECT, PolicyAction.DELETE_OBJECT);
        ACTIONS.put(Operation.CREATE_MULTIPART_UPLOAD, PolicyAction.PUT_OBJECT);
        ACTIONS.put(Operation.UPLOAD_PART, PolicyAction.PUT_OBJECT);
        ACTIONS.put(Operation.UPLOAD_PART_COPY, PolicyAction.PUT_OBJECT);
        ACTIONS.put(Operation.COMPLETE_MULTIPART_UPLOAD, PolicyAction.PUT_OBJECT);
        ACTIONS.put(Operation.ABORT_MULTIPART_UPLOAD, PolicyAction.ABORT_MULTIPART_UPLOAD);
        ACTIONS.put(Operation.LIST_PARTS, PolicyAction.LIST_MULTIPART_UPLOAD_PARTS);
    }

    /** Those of operations on one version. */
    private static final Map<Operation, PolicyAction> OF_VERSIONS = new EnumMap<>(Map.of(
            Operation.GET_OBJECT, PolicyAction.GET_OBJECT_VERSION,
            Operation.HEAD_OBJECT, PolicyAction.GET_OBJECT_VERSION,
            Operation.GET_OBJECT_ATTRIBUTES, PolicyAction.GET_OBJECT_VERSION_ATTRIBUTES,
            Operation.GET_OBJECT_ACL, PolicyAction.GET_OBJECT_VERSION_ACL,
            Operation.PUT_OBJECT_ACL, PolicyAction.PUT_OBJECT_VERSION_ACL,
            Operation.GET_OBJECT_TAGGING, PolicyAction.GET_OBJECT_VERSION_TAGGING,
            Operation.PUT_OBJECT_TAGGING, PolicyAction.PUT_OBJECT_VERSION_TAGGING,
            Operation.DELETE_OBJECT_TAGGING, PolicyAction.DELETE_OBJECT_VERSION_TAGGING,
            Operation.DELETE_OBJECT, PolicyAction.DELETE_OBJECT_VERSION));

    private PolicyActions() {}

    /** Whether it may be about a version that is not the current one. */
    static boolean knowsVersions(Operation operation) {
        return OF_VERSIONS.containsKey(operation);
    }

    /** The action of an operation on one version, which the request names. */
    static @Nullable PolicyAction ofVersion(Operation operation) {
        return OF_VERSIONS.get(operation);
    }

    /** Null: no policy speaks of it. */
    static @Nullable PolicyAction of(Operation operation) {
        return ACTIONS.get(operation);
    }
}
