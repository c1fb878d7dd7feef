package io.chameleon.node.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A directory that one cluster at a time owns; the lock goes with the process, however it ends. */
public final class DataDirectory implements AutoCloseable {
    private final Path root;
    private final FileChannel lockFile;

    private DataDirectory(Path root, FileChannel lockFile) {
        this.root = root;
        this.lockFile = lockFile;
    }

    /**
     * Creates the directory if it is missing, and takes it.
     *
     * @throws IllegalStateException in one line if another process has it
     */
    public static DataDirectory open(Path root) {
        return open(root, "--data-dir");
    }

    /**
     * @param option with which the user chooses another, for the error
     */
    public static DataDirectory open(Path root, String option) {
        try {
            Files.createDirectories(root);
            FileChannel file =
                    FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(file) == null) {
                file.close();
                throw new IllegalStateException("data directory " + root.toAbsolutePath()
                        + " is in use by another process; stop it or choose another with " + option);
            }
            return new DataDirectory(root.toAbsolutePath().normalize(), file);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot use data directory " + root.toAbsolutePath() + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    public Path root() {
        return root;
    }

    public Path resolve(String name) {
        return root.resolve(name);
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
