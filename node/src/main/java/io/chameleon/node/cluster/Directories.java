package io.chameleon.node.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of our own. */
final class Directories {
    private Directories() {}

    /** The directory, emptied. */
    static Path emptied(Path directory) {
        try {
            if (Files.exists(directory)) {
                for (Path path : deepestFirst(directory)) {
                    Files.delete(path);
                }
            }
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot empty " + directory + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> deepestFirst(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
