package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The lock on the file {@code lock} of a directory; it goes with the process, however it ends. */
final class DirectoryLock implements AutoCloseable {
    private final FileChannel file;

    private DirectoryLock(FileChannel file) {
        this.file = file;
    }

    /** Null if another process has it, or another part of this one. */
    static @Nullable DirectoryLock tryTake(Path directory) throws IOException {
        FileChannel file =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (isTaken(file)) {
            return new DirectoryLock(file);
        }
        file.close();
        return null;
    }

    private static boolean isTaken(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
