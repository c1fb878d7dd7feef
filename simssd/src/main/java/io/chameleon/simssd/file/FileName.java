package io.chameleon.simssd.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Whether an open file still has its name. One that was deleted, or replaced by another, can be read and written until
 * it is closed, and is gone then.
 *
 * @param key which file it is, by its device and inode; null where files have no such key
 */
record FileName(Path path, @Nullable Object key) {
    /** Of the file that has the name now. */
    static FileName of(Path path) throws IOException {
        return new FileName(path, keyOf(path));
    }

    /**
     * Throws if the name is gone, or another file's. What cannot be found out is not held against the file.
     *
     * <p>Cost: one system call.
     */
    void require() throws IOException {
        Object now;
        try {
            now = keyOf(path);
        } catch (NoSuchFileException e) {
            throw new FileSystemException(path.toString(), null, "it was deleted or moved while it was open");
        } catch (IOException _) {
            return;
        }
        if (key != null && !key.equals(now)) {
            throw new FileSystemException(path.toString(), null, "it was replaced by another file while it was open");
        }
    }

    private static @Nullable Object keyOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }
}
