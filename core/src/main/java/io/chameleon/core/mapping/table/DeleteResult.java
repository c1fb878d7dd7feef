package io.chameleon.core.mapping.table;

/** The outcome of a delete. */
public enum DeleteResult {
    DELETED,
    NOT_FOUND,
    PRECONDITION_FAILED
}
