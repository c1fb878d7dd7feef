package io.chameleon.core.bucket;

import java.util.Arrays;

/**
 * A bucket that moves from one database of the mapping table to another, or has moved.
 *
 * @param id ascending
 * @param bucket or {@link io.chameleon.core.Slices slice} of one
 * @param source number of the database that it leaves
 * @param target number of the database that it goes to
 * @param changedMillis when the phase began, by the clock of the first database
 * @param objects rows of objects, chunks and components that were copied; 0 until then
 * @param problem of the last attempt; empty if there was none
 */
public record BucketMove(
        long id,
        String bucket,
        int source,
        int target,
        Phase phase,
        long beganMillis,
        long changedMillis,
        long objects,
        String problem) {
    /** How far a move is. Codes are stored and sent: append only; those of an open move are below 10. */
    public enum Phase {
        /** Its rows are copied. It is read in the source, and nobody writes to it. */
        COPYING(1),
        /** It is in the target now. Nobody writes to it until every process must have heard of that. */
        SWITCHING(2),
        /** It is read and written in the target; the source deletes its rows. */
        CLEANING(3),
        /** It stays in the source, and the target deletes what was copied. */
        CANCELLING(4),
        DONE(10),
        CANCELLED(11);

        private final int code;

        Phase(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public boolean isOpen() {
            return code < DONE.code;
        }

        public static Phase ofCode(int code) {
            return Arrays.stream(values())
                    .filter(phase -> phase.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown phase of a bucket's move: " + code));
        }
    }
}
