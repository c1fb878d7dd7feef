package io.chameleon.balancer.copy;

/** What became of an object that a plan wanted moved in bulk. */
public enum BulkOutcome {
    MOVED,
    /** It was written, remapped, damaged or deleted since the plan was made. */
    OVERTAKEN,
    /** A server of its destination has no room for it. */
    NO_ROOM,
    /** A server of its destination has come with another device lately, and takes nothing until what names the old one is over. */
    BARRED,
    /** Something did not answer, or its fragments could not be read or written: the log says what. It is planned again. */
    FAILED
}
