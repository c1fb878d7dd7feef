package io.chameleon.client;

import io.chameleon.client.options.ListOptions;
import java.util.List;

/**
 * One page of a listing, in the order of the keys' UTF-8 bytes.
 *
 * @param commonPrefixes keys folded by the delimiter
 * @param continuation for {@link ListOptions#withAfter}; "" when this is the last page
 */
public record ListPage(List<ObjectInfo> objects, List<String> commonPrefixes, String continuation) {
    public ListPage {
        objects = List.copyOf(objects);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    public boolean isLast() {
        return continuation.isEmpty();
    }
}
