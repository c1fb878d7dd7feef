package io.chameleon.lab.papers;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.Require;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory of recordings.
 *
 * @param option that names it, for errors
 */
record TraceDirectory(String option, Path directory) {
    /** The recordings, in the order of their names. */
    List<Path> files() {
        Require.that(Files.isDirectory(directory), option, directory, "a directory");
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> traces = files.filter(file -> Files.isRegularFile(file)
                            && file.getFileName().toString().matches(".*\\.(csv|txt|spc|blkparse|nfs)(\\.gz|\\.zst)?"))
                    .sorted()
                    .toList();
            Require.that(
                    !traces.isEmpty(),
                    option,
                    directory,
                    "a directory with .csv, .txt, .spc, .blkparse or .nfs files, or these as .gz or .zst");
            return traces;
        } catch (IOException e) {
            throw new CommandFailure(option + ": cannot read " + directory + ": " + e.getMessage(), e);
        }
    }

    /** The file's name without what says how it is written. */
    static String stem(Path file) {
        String name = file.getFileName().toString();
        return name.replaceFirst("\\..*", "");
    }
}
