package io.chameleon.core.mapping.table;

import io.chameleon.core.mapping.ObjectMapping;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a {@link io.chameleon.core.mapping.MetadataUpdate}.
 *
 * @param current the row after it, changed or not; null if there is no object
 */
public record UpdateResult(Status status, @Nullable ObjectMapping current) {
    public enum Status {
        UPDATED,
        NOT_FOUND,
        PRECONDITION_FAILED
    }
}
