package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * Copies the files of a running PostgreSQL, which change and vanish meanwhile: the log, which the standby replays,
 * makes them right.
 */
final class BackupCopy extends SimpleFileVisitor<Path> {
    /**
     * What a base backup leaves out of the directories of these names: it belongs to the running server, or comes by
     * replication.
     */
    private static final Set<String> LEFT_OUT = Set.of(
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    /** That the primary runs, and how. */
    private static final Set<String> PROCESS = Set.of("postmaster.pid", "postmaster.opts");

    private final Path from;
    private final Path to;

    BackupCopy(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
        copy(directory);
        return isIn(LEFT_OUT, directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    private boolean isIn(Set<String> names, Path path) {
        return names.contains(from.relativize(path).toString());
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (!isIn(PROCESS, file)) {
            copy(file);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        if (e instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }

    private void copy(Path path) throws IOException {
        try {
            Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException e) {
            if (Files.exists(path)) {
                throw e;
            }
        }
    }
}
