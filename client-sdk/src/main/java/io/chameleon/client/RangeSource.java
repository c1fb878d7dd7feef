package io.chameleon.client;

import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.FailureText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Bytes that can be read from any place, by several readers at a time, and again: what a parallel upload needs. Safe
 * from any thread.
 */
public interface RangeSource {
    /** Bytes in all; stays the same. */
    long size();

    /**
     * Bytes [offset, offset + length), which exist. May be asked for again after a failure. Called on a thread that may
     * wait.
     */
    ObjectSource range(long offset, long length);

    /**
     * Throws if the bytes are no longer those that {@link #size} was told of, as far as it can tell. Asked before each
     * part and after the last, on a thread that may wait.
     */
    default void requireUnchanged() {}

    /** The array must not change until the upload is complete. */
    static RangeSource of(byte[] bytes) {
        Arguments.require("bytes", bytes);
        return new RangeSource() {
            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public ObjectSource range(long offset, long length) {
                return ObjectSource.of(bytes, Math.toIntExact(offset), Math.toIntExact(length));
            }
        };
    }

    /**
     * A file, as it is now. One whose size or time of modification changes until the upload is complete fails it with
     * an {@link UncheckedIOException}, so an object never mixes two states of a file.
     *
     * @throws UncheckedIOException if it cannot be read
     */
    static RangeSource of(Path file) {
        Arguments.require("file", file);
        BasicFileAttributes before = attributes(file);
        return new RangeSource() {
            @Override
            public long size() {
                return before.size();
            }

            @Override
            public ObjectSource range(long offset, long length) {
                return ObjectSource.of(file, offset, length);
            }

            @Override
            public void requireUnchanged() {
                BasicFileAttributes now = attributes(file);
                if (now.size() != before.size() || !now.lastModifiedTime().equals(before.lastModifiedTime())) {
                    throw new UncheckedIOException(
                            new IOException("reading " + file + ": it has changed since its upload began"));
                }
            }
        };
    }

    private static BasicFileAttributes attributes(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException callersOwn) {
            throw new UncheckedIOException("reading " + file + ": " + FailureText.of(callersOwn), callersOwn);
        }
    }
}
