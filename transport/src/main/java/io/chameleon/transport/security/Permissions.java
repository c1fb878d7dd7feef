package io.chameleon.transport.security;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.MessageType;

/**
 * Which requests a role may make at all, on any process; docs/operate/security.md has the table. What a user may do with a certain bucket is
 * decided by the metadata service, and which fragments it may delete by the flash server.
 */
public final class Permissions {
    private Permissions() {}

    /** Throws {@code PERMISSION_DENIED} if no request of this type is the caller's to make. */
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
            // Internal roles move and check fragments; a flash server that is taken over has no business with another.
            case GET_FRAGMENT, PUT_FRAGMENT, PUT_MANIFEST, DELETE_FRAGMENTS, LOOKUP ->
                role == Role.USER || role == Role.BALANCER;
            case COMMIT,
                    DELETE_OBJECT,
                    DISCARD_CHUNKS,
                    LIST_OBJECTS,
                    HISTORY,
                    SET_BUCKET_POLICY,
                    SET_GRANT,
                    LIST_GRANTS,
                    QUOTAS,
                    CHECK_ROOM -> role == Role.USER;
            case REPORT_DAMAGE -> role == Role.USER || role == Role.BALANCER || role == Role.SERVER;
            case FORGET_SERVER, CONFIRM_HALT, SET_QUOTA -> false;
            // Whatever else there is, also what is added later, is between the processes of the cluster.
            default -> role == Role.BALANCER;
        };
    }

    /** Whether a request of this type changes what the cluster does or who may do what, and so leaves a line in the audit log. */
    static boolean isAudited(MessageType type, Principal caller) {
        return switch (type) {
            case DRAIN, EVACUATE, FORGET_SERVER, CONFIRM_HALT, BALANCE, SET_BUCKET_POLICY, SET_GRANT, SET_QUOTA -> true;
            case CLAIM,
                    ADVANCE_EPOCH,
                    STORE_PLAN,
                    COMPLETE_PLAN,
                    REMAP,
                    MIGRATE,
                    COMPACT,
                    COLLECTED,
                    CONDEMN,
                    HALT,
                    END_HALT,
                    DELETE_FRAGMENTS -> caller.role() == Role.ADMIN && !caller.equals(Principal.ANYBODY);
            default -> false;
        };
    }
}
