package io.chameleon.metadata.slice;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;

/** Objects, chunks and components of a sliced bucket under the names that the mapping table has for them. */
public final class SliceNames {
    private SliceNames() {}

    /**
     * The name in its slice.
     *
     * @throws ChameleonError {@code INVALID_REQUEST} if no chunk or component can have the name: it has no slice
     */
    public static ObjectId in(ObjectId id) {
        try {
            return Slices.in(id);
        } catch (IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }
}
