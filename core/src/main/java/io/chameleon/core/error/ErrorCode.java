package io.chameleon.core.error;

import java.util.EnumSet;
import java.util.Set;

/**
 * What went wrong, as a number whose meaning never changes, and what the caller can do. {@link #retry} alone decides
 * what clients do, whether they choose another endpoint, and what users are told.
 *
 * <p>Thousands: 1 every server refuses the request; 2 it cannot be served at present; 3 this server cannot serve it; 4
 * the caller is no longer the leader; 5 something is broken.
 */
public enum ErrorCode {
    /** No such object. */
    OBJECT_NOT_FOUND(1001, Retry.NEVER),
    /** If-Match or If-None-Match did not hold. */
    PRECONDITION_FAILED(1002, Retry.NEVER),
    /** The commit's write id is older than the grace period: its fragments may be gone. Write again, with a new id. */
    WRITE_TOO_OLD(1003, Retry.NEW_WRITE),
    /** The request is invalid: bad key, flag, range or header. */
    INVALID_REQUEST(1004, Retry.NEVER),
    /** The caller is not authenticated: no credentials, unknown ones, or wrong ones. */
    UNAUTHENTICATED(1005, Retry.NEVER),
    /** The caller is known, and may not do this. */
    PERMISSION_DENIED(1006, Retry.NEVER),
    /**
     * The commit's write id is dated ahead of the service's clock: the writer's clock is wrong. Set it, and write
     * again.
     */
    WRITE_FROM_FUTURE(1007, Retry.NEW_WRITE),
    /**
     * The bucket, or the user who owns it, would hold more than its quota. Delete something, or have an operator raise
     * it.
     */
    QUOTA_EXCEEDED(1008, Retry.NEVER),
    /** No such bucket. */
    BUCKET_NOT_FOUND(1009, Retry.NEVER),
    /** A bucket of that name exists already, perhaps another user's. */
    BUCKET_EXISTS(1010, Retry.NEVER),
    /** The bucket holds objects, or an upload is open there. */
    BUCKET_NOT_EMPTY(1011, Retry.NEVER),
    /** No such multipart upload: it was never begun, or it was completed or aborted. */
    UPLOAD_NOT_FOUND(1012, Retry.NEVER),
    /** A completion names a part that was not uploaded, or was replaced or removed since. */
    INVALID_PART(1013, Retry.NEVER),
    /** The deadline passed before an answer. A write may or may not have happened. */
    DEADLINE_EXCEEDED(2001, Retry.SAME_REQUEST),
    /** The peer is unreachable or went down. */
    UNAVAILABLE(2002, Retry.SAME_REQUEST),
    /** The server refuses work that it has no room for at present. */
    OVERLOADED(2003, Retry.SAME_REQUEST),
    /** Too few servers are up for a write. */
    NOT_ENOUGH_SERVERS(2004, Retry.SAME_REQUEST),
    /** The caller gave up. */
    CANCELLED(2005, Retry.NEVER),
    /** The server holds no such fragment. */
    FRAGMENT_NOT_FOUND(3001, Retry.OTHER_SERVER),
    /** A stored checksum failed: another fragment can answer. */
    CORRUPT_FRAGMENT(3002, Retry.OTHER_SERVER),
    /** The device has no room for the fragment, or too many devices have none for the object. */
    DEVICE_FULL(3003, Retry.OTHER_SERVER),
    /** The server is leaving and takes no new fragments. */
    DRAINING(3004, Retry.OTHER_SERVER),
    /** Fewer fragments can be read than the scheme needs. */
    DATA_UNAVAILABLE(3005, Retry.SAME_REQUEST),
    /**
     * What is stored is sound, in a format older or newer than is read here: docs/reference/formats.md. Never damage,
     * never repaired.
     */
    FORMAT_NOT_READ(3006, Retry.NEVER),
    /** Another balancer has taken over. */
    FENCED(4001, Retry.NEVER),
    /**
     * This process serves another cluster than the caller's, or its database and its flash servers belong to different
     * clusters.
     */
    WRONG_CLUSTER(4002, Retry.OTHER_PEER),
    /** The bytes on the wire are not this protocol, or damaged. */
    PROTOCOL_ERROR(5001, Retry.NEVER),
    /** A defect on the other side; its log has the cause. */
    INTERNAL(5002, Retry.SAME_REQUEST);

    /** What may help. */
    public enum Retry {
        /** Nothing, without a change by the caller. */
        NEVER,
        /** The same request a little later, here or at a peer that does the same work. */
        SAME_REQUEST,
        /** The same request at a peer that does the same work; never here. */
        OTHER_PEER,
        /** The operation from its start, under a new write id. */
        NEW_WRITE,
        /** A server that holds another fragment, or can hold one. */
        OTHER_SERVER
    }

    /** No answer came, or none that settles the outcome. */
    private static final Set<ErrorCode> OPEN =
            EnumSet.of(DEADLINE_EXCEEDED, UNAVAILABLE, CANCELLED, PROTOCOL_ERROR, INTERNAL);

    private final int code;
    private final Retry retry;

    ErrorCode(int code, Retry retry) {
        this.code = code;
        this.retry = retry;
    }

    public int code() {
        return code;
    }

    public Retry retry() {
        return retry;
    }

    /** Whether the request may have been executed nevertheless. */
    public boolean leavesOutcomeOpen() {
        return OPEN.contains(this);
    }

    /** Whether the error concerns the caller, not the request: every peer would give it, unless one has other keys. */
    public boolean isAboutTheCaller() {
        return this == UNAUTHENTICATED || this == PERMISSION_DENIED;
    }

    /**
     * The code of that number. An unknown code of a newer peer is mapped by its thousand: a refusal to
     * {@link #INVALID_REQUEST}, which no client repeats; a temporary or server-specific one to {@link #UNAVAILABLE};
     * any other to {@link #INTERNAL}.
     */
    public static ErrorCode ofCode(int code) {
        for (ErrorCode error : values()) {
            if (error.code == code) {
                return error;
            }
        }
        return switch (code / 1000) {
            case 1 -> INVALID_REQUEST;
            case 2, 3 -> UNAVAILABLE;
            default -> INTERNAL;
        };
    }
}
