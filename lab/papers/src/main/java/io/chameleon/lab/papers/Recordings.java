package io.chameleon.lab.papers;

import io.chameleon.core.Require;
import io.chameleon.lab.emulator.command.TraceSource;
import io.chameleon.lab.emulator.command.WorkloadSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
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
            for (Path file : new TraceDirectory("--traces", traces).files()) {
                add(found, "--traces", TraceDirectory.stem(file), file);
            }
        }
        if (edm != null) {
            for (Path file : new TraceDirectory("--edm-traces", edm).files()) {
                String standIn = "edm-" + TraceDirectory.stem(file);
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
}
