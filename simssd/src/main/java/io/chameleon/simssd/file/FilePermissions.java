package io.chameleon.simssd.file;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Who may open files of a device: their owner, and its group where the umask says so, as volumes of containers need.
 * Nobody else: the bytes of all objects are in them, and who reads a file passes by all keys.
 */
public final class FilePermissions {
    private FilePermissions() {}

    /** For a new file; none where files have no such permissions. */
    public static FileAttribute<?>[] of(Path file) {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-rw----"))
                }
                : new FileAttribute<?>[0];
    }
}
