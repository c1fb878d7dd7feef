package io.chameleon.transport.security;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;

/**
 * Which requests a role may make at all, on any process; docs/operate/security.md has the table. The metadata service
 * decides what a user may do with a given bucket, and the flash server which fragments it may delete.
 */
public final class Permissions {
    private Permissions() {}

    /** Throws {@code PERMISSION_DENIED} if the caller may make no request of this type. */
    public static void require(MessageType type, Principal caller) {
        if (!mayAsk(type, caller.role())) {
            throw new ChameleonError(ErrorCode.PERMISSION_DENIED, caller + " may not ask for " + type);
        }
    }

    static boolean mayAsk(MessageType type, Role role) {
        if (role == Role.ADMIN) {
            return true;
        }
        return switch (type) {
            case PING, CLUSTER_VIEW, WEAR_REPORT -> true;
            // Internal roles move and check fragments; a compromised flash server has no access to another.
            case GET_FRAGMENT, PUT_FRAGMENT, PUT_MANIFEST, DELETE_FRAGMENTS, LOOKUP ->
                role.isClient() || role == Role.BALANCER;
            // The balancer carries out the lifecycle rules of buckets.
            case GET_BUCKET, LIST_BUCKETS, LIST_VERSIONS, DELETE_VERSION, LIST_UPLOADS, ABORT_UPLOAD ->
                role.isClient() || role == Role.BALANCER;
            case COMMIT,
                    DELETE_OBJECT,
                    UPDATE_METADATA,
                    DISCARD_CHUNKS,
                    LIST_OBJECTS,
                    HISTORY,
                    SET_BUCKET_POLICY,
                    SET_GRANT,
                    LIST_GRANTS,
                    QUOTAS,
                    CHECK_ROOM,
                    CREATE_BUCKET,
                    DELETE_BUCKET,
                    CONFIGURE_BUCKET,
                    BEGIN_UPLOAD,
                    ADD_PART,
                    LIST_PARTS,
                    COMPLETE_UPLOAD,
                    COPY_OBJECT,
                    LIST_EXTENTS,
                    FIND_VERSION,
                    UPDATE_VERSION -> role.isClient();
            case REPORT_DAMAGE -> role.isClient() || role == Role.BALANCER || role == Role.SERVER;
            case FORGET_SERVER, CONFIRM_HALT, SET_QUOTA, MOVE_BUCKET, BUCKET_MOVES -> false;
            // All other types, also later ones, are for the processes of the cluster.
            default -> role == Role.BALANCER;
        };
    }
}
