package io.chameleon.cli.kit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/**
 * A command's streams.
 *
 * @param in bytes of {@code put -}
 * @param out answers, and bytes of {@code get ... -}
 * @param err errors
 */
public record Terminal(InputStream in, OutputStream out, OutputStream err, Map<String, String> environment) {
    /** {@code System.out} would keep to itself that the disk is full, or that nobody reads the pipe any more. */
    public static Terminal ofProcess() {
        return new Terminal(System.in, new FileOutputStream(FileDescriptor.out), System.err, System.getenv());
    }
}
