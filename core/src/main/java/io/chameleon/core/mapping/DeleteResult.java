package io.chameleon.core.mapping;

/** What became of a delete. */
public enum DeleteResult {
    DELETED,
    NOT_FOUND,
    PRECONDITION_FAILED
}
