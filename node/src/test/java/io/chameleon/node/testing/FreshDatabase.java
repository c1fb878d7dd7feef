package io.chameleon.node.testing;

import io.chameleon.node.embedded.Directories;
import io.chameleon.node.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * New, empty databases for the tests of one JVM: copies of the first, since making one takes ten times a copy's
 * processor time.
 */
public final class FreshDatabase {
    private static @Nullable Path first;

    private FreshDatabase() {}

    /** Makes {@code directory} that of a new database, which is not running, unless there is one. */
    public static Path in(Path directory) {
        if (!Files.exists(directory)) {
            try {
                copy(first(), directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return directory;
    }

    /** Gives a cluster of development that will start on {@code directory} its database. */
    public static Path ofCluster(Path directory) {
        try {
            Path unused = in(Files.createDirectories(directory).resolve("postgres"));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized Path first() throws IOException {
        Path made = first;
        if (made == null) {
            made = Path.of("target", "first-database").toAbsolutePath();
            Directories.delete(made);
            EmbeddedDatabase.start(made, 0).close();
            first = made;
        }
        return made;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
