package io.chameleon.core.mapping.table;

import io.chameleon.core.mapping.ObjectMapping;
import java.util.List;

/**
 * One page of a listing.
 *
 * @param continuation what to pass as {@code after} for the next page; "" on the last page
 */
public record ObjectPage(List<ObjectMapping> objects, List<String> commonPrefixes, String continuation) {
    public ObjectPage {
        objects = List.copyOf(objects);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    /** Whether nothing was found, and there is nothing further on. */
    public boolean isEmpty() {
        return objects.isEmpty() && commonPrefixes.isEmpty() && continuation.isEmpty();
    }
}
