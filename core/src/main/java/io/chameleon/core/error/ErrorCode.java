package io.chameleon.core.error;

import java.util.EnumSet;
import java.util.Set;

/**
 * What went wrong, in a number that never changes its meaning, and what the caller can do: {@link #retry} is the one source of that for
 * clients, for the choice of another endpoint, and for what users are told.
 *
 * <p>Thousands: 1 the request is refused, whoever is asked; 2 it cannot be served at present; 3 this server cannot serve it; 4 the caller
 * has lost its office; 5 something is broken.
 */
public enum ErrorCode {
    /** No such object. */
    OBJECT_NOT_FOUND(1001, Retry.NEVER),
    /** If-Match or If-None-Match did not hold. */
    PRECONDITION_FAILED(1002, Retry.NEVER),
    /** The commit's write id is older than the grace period: its fragments may be gone. Write again, with a new id. */
    WRITE_TOO_OLD(1003, Retry.NEW_WRITE),
    /** The request makes no sense: bad key, flag, range or header. */
    INVALID_REQUEST(1004, Retry.NEVER),
    /** Who calls is not proven: no credentials, unknown ones, or wrong ones. */
    UNAUTHENTICATED(1005, Retry.NEVER),
    /** The caller is known, and may not do this. */
    PERMISSION_DENIED(1006, Retry.NEVER),
    /** The commit's write id is dated ahead of the service's clock: the writer's clock is wrong. Set it, and write again. */
    WRITE_FROM_FUTURE(1007, Retry.NEW_WRITE),
    /** The bucket, or the user who owns it, would hold more than its quota. Delete something, or have an operator raise it. */
    QUOTA_EXCEEDED(1008, Retry.NEVER),
    /** The deadline passed before an answer. A write may or may not have happened. */
    DEADLINE_EXCEEDED(2001, Retry.SAME_REQUEST),
    /** The peer cannot be reached or went away. */
    UNAVAILABLE(2002, Retry.SAME_REQUEST),
    /** The server refuses work it has no room for at present. */
    OVERLOADED(2003, Retry.SAME_REQUEST),
    /** Too few servers are up for a write. */
    NOT_ENOUGH_SERVERS(2004, Retry.SAME_REQUEST),
    /** The caller gave up. */
    CANCELLED(2005, Retry.NEVER),
    /** The server holds no such fragment. */
    FRAGMENT_NOT_FOUND(3001, Retry.OTHER_SERVER),
    /** A stored checksum failed: another fragment can answer. */
    CORRUPT_FRAGMENT(3002, Retry.OTHER_SERVER),
    /** The device has no room for the fragment. */
    DEVICE_FULL(3003, Retry.OTHER_SERVER),
    /** The server is going away and takes no new fragments. */
    DRAINING(3004, Retry.OTHER_SERVER),
    /** Fewer fragments can be read than the scheme needs. */
    DATA_UNAVAILABLE(3005, Retry.SAME_REQUEST),
    /** Another balancer has taken over. */
    FENCED(4001, Retry.NEVER),
    /** This process serves another cluster than the caller's, or its database belongs to another than its flash servers. */
    WRONG_CLUSTER(4002, Retry.OTHER_PEER),
    /** The bytes on the wire are not ours, or damaged. */
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
        /** A server that holds another fragment, or can. */
        OTHER_SERVER
    }

    /** No answer came, or none that tells. */
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

    /** Whether the request may have been carried out all the same. */
    public boolean leavesOutcomeOpen() {
        return OPEN.contains(this);
    }

    /** Whether it says who calls, not what was asked: the same of any peer, unless one has other keys than the rest. */
    public boolean isAboutTheCaller() {
        return this == UNAUTHENTICATED || this == PERMISSION_DENIED;
    }

    /**
     * The code of that number. One that a newer peer invented is taken for its thousand's: a refusal for {@link #INVALID_REQUEST}, which
     * nobody repeats; what passes, or is up to this server, for {@link #UNAVAILABLE}; anything else for {@link #INTERNAL}.
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
