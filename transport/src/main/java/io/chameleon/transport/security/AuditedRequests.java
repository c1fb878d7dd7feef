package io.chameleon.transport.security;

import io.chameleon.transport.protocol.MessageType;

/** The requests that change what the cluster does or who may do what, and so are in the {@link Audit} log. */
public final class AuditedRequests {
    private AuditedRequests() {}

    /** Whether a request of this type by this caller is one. */
    public static boolean include(MessageType type, Principal caller) {
        return switch (type) {
            case DRAIN,
                    EVACUATE,
                    FORGET_SERVER,
                    CONFIRM_HALT,
                    BALANCE,
                    SET_BUCKET_POLICY,
                    SET_GRANT,
                    SET_QUOTA,
                    CREATE_BUCKET,
                    DELETE_BUCKET,
                    CONFIGURE_BUCKET,
                    MOVE_BUCKET -> true;
            case CLAIM,
                    ADVANCE_EPOCH,
                    STORE_PLAN,
                    COMPLETE_PLAN,
                    REMAP,
                    MIGRATE,
                    REDIRECT,
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
