package io.chameleon.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of the checkout that people write, for tests that read them. */
final class Repository {
    static final Path HOME = Path.of("..");

    private static final Set<String> NOT_OURS = Set.of("target", ".git");

    private Repository() {}

    /** All files with this ending below {@code directory}, in order of their paths. */
    static List<Path> files(Path directory, String ending) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(ending) && isOurs(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private static boolean isOurs(Path file) {
        for (Path name : file) {
            if (NOT_OURS.contains(name.toString())) {
                return false;
            }
        }
        return true;
    }
}
