package io.chameleon.core.mapping.table;

/** What became of a delete. */
public enum DeleteResult {
    DELETED,
    NOT_FOUND,
    PRECONDITION_FAILED
}
