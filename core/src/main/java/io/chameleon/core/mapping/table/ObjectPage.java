package io.chameleon.core.mapping.table;

import io.chameleon.core.mapping.ObjectMapping;
import java.util.List;

/**
 * One page of a listing.
 *
 * @param continuation what to pass as {@code after} for the next page; "" when this is the last
 */
public record ObjectPage(List<ObjectMapping> objects, List<String> commonPrefixes, String continuation) {
    public ObjectPage {
        objects = List.copyOf(objects);
        commonPrefixes = List.copyOf(commonPrefixes);
    }
}
