package io.chameleon.balancer.copy;

/** The outcome for an object that a plan wanted moved in bulk. */
public enum BulkOutcome {
    MOVED,
    /** It was written, remapped, damaged or deleted since the plan was made. */
    OVERTAKEN,
    /** A server of its destination has no room for it. */
    NO_ROOM,
    /**
     * A server of its destination has recently come with another device. It takes nothing until everything that names
     * the old device is over.
     */
    BARRED,
    /** A server did not answer, or fragments could not be read or written: the log says what. It is planned again. */
    FAILED
}
