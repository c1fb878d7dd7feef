package io.chameleon.lab.papers;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.Require;
import io.chameleon.lab.emulator.command.TraceSource;
import io.chameleon.lab.emulator.command.WorkloadSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Recordings in directories, by their names in the figures. */
final class Recordings {
    private Recordings() {}

    /**
     * Every trace of {@code traces} under its file's name, and those of {@code edm} for which EDM's stand-ins exist.
     */
    static Map<String, WorkloadSource> in(@Nullable Path traces, @Nullable Path edm) {
        Map<String, WorkloadSource> found = new TreeMap<>();
        if (traces != null) {
            for (Path file : files("--traces", traces)) {
                add(found, "--traces", stem(file), file);
            }
        }
        if (edm != null) {
            for (Path file : files("--edm-traces", edm)) {
                String standIn = "edm-" + stem(file);
                if (EdmSeries.WORKLOADS.contains(standIn)) {
                    add(found, "--edm-traces", standIn, file);
                }
            }
        }
        return found;
    }

    private static void add(Map<String, WorkloadSource> found, String option, String name, Path file) {
        Require.that(
                found.put(name, TraceSource.of(file)) == null,
                option,
                file,
                "one file for each name: a second " + name);
    }

    private static String stem(Path file) {
        String name = file.getFileName().toString();
        return name.replaceFirst("\\..*", "");
    }

    private static List<Path> files(String option, Path directory) {
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
}
