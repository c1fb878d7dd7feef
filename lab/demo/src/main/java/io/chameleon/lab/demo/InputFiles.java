package io.chameleon.lab.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of a directory tree that are worth storing. */
final class InputFiles {
    private static final List<String> SKIPPED =
            List.of(".git", "target", "node_modules", "demo-report", "chameleon-data");

    private InputFiles() {}

    /** Regular files below {@code root}, without version control and build output. */
    static List<Path> below(Path root) {
        if (!Files.isDirectory(root)) {
            throw new IllegalArgumentException("--input: '" + root + "' given, expected a directory");
        }
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(file -> Stream.of(file.toString().split("/")).noneMatch(SKIPPED::contains))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("--input: cannot read " + root + ": " + e.getMessage(), e);
        }
    }
}
