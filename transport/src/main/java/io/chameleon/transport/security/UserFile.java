package io.chameleon.transport.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file with a key of a user: {@code DIRECTORY/USER/ANYTHING}. Names that begin with a dot are ignored.
 *
 * @param user the name of the directory, which need not be one that a user can have
 */
public record UserFile(String user, Path path) {
    /**
     * All files of a directory, sorted by user and then name; none if there is no such directory.
     *
     * @throws IllegalArgumentException in one line if it cannot be listed
     */
    public static List<UserFile> in(Path directory) {
        return children(directory).stream()
                .flatMap(user -> children(user).stream()
                        .filter(Files::isRegularFile)
                        .map(path -> new UserFile(user.getFileName().toString(), path)))
                .toList();
    }

    /**
     * As {@link #in}, for a process that must not take a mistake for a directory without users.
     *
     * @throws IllegalArgumentException in one line also if it is a file
     */
    public static List<UserFile> inDirectory(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new IllegalArgumentException(
                    "directory of users' keys " + directory + ": a file given, expected a directory");
        }
        return in(directory);
    }

    private static List<Path> children(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "directory of users' keys " + directory + " cannot be listed: " + e.getMessage(), e);
        }
    }
}
