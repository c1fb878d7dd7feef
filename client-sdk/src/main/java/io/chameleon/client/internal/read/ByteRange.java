package io.chameleon.client.internal.read;

import io.chameleon.core.Require;

/**
 * A part of an object.
 *
 * @param length bytes at most; a range that reaches beyond the end of the object is cut there
 */
public record ByteRange(long offset, long length) {
    public static final ByteRange ALL = new ByteRange(0, Long.MAX_VALUE);

    public ByteRange {
        Require.that(offset >= 0, "offset of the range", offset, "0 or more");
        Require.that(length >= 0, "length of the range", length, "0 or more");
    }

    /** Where it ends in an object of {@code size} bytes, exclusive. */
    public long end(long size) {
        Require.that(offset <= size, "offset of the range", offset, "at most the object's size, " + size);
        return length < size - offset ? offset + length : size;
    }
}
