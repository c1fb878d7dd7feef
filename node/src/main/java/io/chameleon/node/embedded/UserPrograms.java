package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.function.Predicate;

/** One directory of PostgreSQL's programs for all short-lived databases of a user: unpacking takes seconds. */
public final class UserPrograms {
    private UserPrograms() {}

    /**
     * A directory among the temporary files in which nobody else can have planted a program, and from which programs
     * run.
     *
     * @param otherwise taken where there is none, as where another user has made one of that name, or temporary files
     *     are mounted with {@code noexec}
     */
    public static Path orElse(Path otherwise) {
        String user = System.getProperty("user.name");
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "chameleon-postgresql-" + user);
        return in(directory, user, UserPrograms::runFrom, otherwise);
    }

    static Path in(Path directory, String user, Predicate<Path> runs, Path otherwise) {
        try {
            return isOf(user, made(directory)) && runs.test(directory) ? directory : otherwise;
        } catch (IOException | UnsupportedOperationException e) {
            // A user without a name, or a system without owners.
            return otherwise;
        }
    }

    /** Makes a directory that its user alone may enter, unless it is there. */
    static Path made(Path directory) throws IOException {
        try {
            return Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            return directory;
        }
    }

    /** Whether the system runs programs that are in a directory. */
    static boolean runFrom(Path directory) {
        try {
            Path program = Files.createTempFile(
                    directory,
                    "program",
                    "",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            try {
                return Files.isExecutable(program);
            } finally {
                Files.delete(program);
            }
        } catch (IOException e) {
            return false; // not to be written to: no programs get there
        }
    }

    private static boolean isOf(String user, Path directory) throws IOException {
        UserPrincipal owner =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user);
        PosixFileAttributes found =
                Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return found.isDirectory()
                && found.owner().equals(owner)
                && !found.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !found.permissions().contains(PosixFilePermission.OTHERS_WRITE);
    }
}
