package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.process.Role;
import org.jspecify.annotations.Nullable;

/**
 * One thing done to the cluster, or that happened to it.
 *
 * @param atNanos since the run began
 * @param target the member, or the link
 * @param role of the member; null for a link
 * @param inTransition objects in an intermediate state at that moment; -1 if unknown
 * @param planOpen whether a balancer's plan was half applied
 * @param leader whether the member led
 * @param tookNanos until the target was whole again
 * @param detail for people
 */
record FaultEvent(
        long atNanos,
        Kind kind,
        String target,
        @Nullable Role role,
        long inTransition,
        boolean planOpen,
        boolean leader,
        long tookNanos,
        String detail) {
    enum Kind {
        /** kill -9, and a restart. */
        KILL,
        /** SIGSTOP, and SIGCONT. */
        PAUSE,
        LINK,
        /** See {@link Disaster}; the detail begins with its name. */
        DISASTER,
        /** A bucket moves to another database; the detail is how it ended. */
        MOVE,
        /** A ready process ended without being told to. */
        ENDED
    }

    /** Of the member's role; "" for a link. */
    String roleLabel() {
        return role == null ? "" : role.label();
    }

    boolean isMidTransition() {
        return inTransition > 0 || planOpen;
    }
}
