package io.chameleon.core.upload;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;

/**
 * A run of bytes of a component ({@link io.chameleon.core.Components}). A composed object is a list of them.
 *
 * @param component its content id
 * @param offset first byte, by its place in the component
 * @param length bytes; 0 for an empty part, which keeps its place in the list
 */
public record Extent(WriteId component, long offset, long length) {
    public Extent {
        Require.that(offset >= 0, "offset of an extent", offset, ">= 0");
        Require.that(length >= 0 && offset + length >= 0, "length of an extent", length, ">= 0");
    }
}
