package io.chameleon.node.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A directory that one cluster at a time owns; the lock goes with the process, however it ends. */
public final class DataDirectory implements AutoCloseable {
    private final Path root;
    private final DirectoryLock lock;

    private DataDirectory(Path root, DirectoryLock lock) {
        this.root = root;
        this.lock = lock;
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
            Directories.createClosed(root);
            DirectoryLock lock = DirectoryLock.tryTake(root);
            if (lock == null) {
                throw new IllegalStateException("data directory " + root.toAbsolutePath()
                        + " is in use by another process; stop it or choose another with " + option);
            }
            return new DataDirectory(root.toAbsolutePath().normalize(), lock);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot use data directory " + root.toAbsolutePath() + ": " + e.getMessage(), e);
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
        lock.close();
    }
}
