package io.chameleon.node.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Directory operations that the standard library lacks. */
public final class Directories {
    private Directories() {}

    /** Makes it, unless it is there, so that other users of the machine cannot enter it. */
    static void createClosed(Path directory) throws IOException {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxrwx---")));
        } else {
            Files.createDirectories(directory);
        }
    }

    /** Deletes it with everything in it, unless somebody else is faster; links are deleted, not followed. */
    public static void delete(Path directory) throws IOException {
        Files.walkFileTree(directory, new Deletion());
    }

    /** The directory, emptied. */
    public static Path emptied(Path directory) {
        try {
            delete(directory);
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot empty " + directory + ": " + e.getMessage(), e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
        }
    }
}
