package io.chameleon.lab.chaos.load;

import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.Optional;

/** A way to the objects of the bucket that all clients share. */
interface Door {
    /** The bytes; empty if there is no object. */
    Optional<byte[]> get(String key) throws FailedException;

    /** Writes an object; its entity tag, as this door names it. */
    String put(String key, byte[] bytes) throws FailedException;

    /** Writes it in place of the version of this entity tag alone; empty if that is not there. */
    Optional<String> replace(String key, String entityTag, byte[] bytes) throws FailedException;

    /** Writes it if there is none; empty if there is. */
    Optional<String> create(String key, byte[] bytes) throws FailedException;

    Deleted delete(String key) throws FailedException;

    /** Whether there was an object, so far as the answer tells. */
    enum Deleted {
        WAS_THERE,
        WAS_MISSING,
        NOT_TOLD
    }

    /** The operation has no answer. */
    final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final Outcome outcome;

        /**
         * @param why a short code
         * @param outcome {@link Outcome#FAILED} if the store promises that nothing was written, else
         *     {@link Outcome#UNKNOWN}
         */
        FailedException(String why, Outcome outcome) {
            super(why);
            this.outcome = outcome;
        }

        Outcome outcome() {
            return outcome;
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }
}
