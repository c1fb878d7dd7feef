package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * PostgreSQL's {@code postmaster.pid}, as a PostgreSQL that was killed leaves it. It also names the memory that the
 * sessions share, so it stays: PostgreSQL does not start beside a session that lives on.
 */
record PidFile(Path path) {
    static PidFile of(Path files) {
        return new PidFile(files.resolve("postmaster.pid"));
    }

    /** PostgreSQL refuses to start beside a file that a power loss has left empty, or full of zeros. */
    void deleteIfItNamesNothing() throws IOException {
        Optional<String> first = firstLine();
        if (first.isPresent() && !first.get().matches("-?\\d+")) {
            Files.delete(path);
        }
    }

    /**
     * The number of a PostgreSQL that has ended: it may be that of another program by now, or, in a container, of a
     * thread of ours.
     */
    Optional<String> stale() throws IOException {
        return firstLine()
                .filter(line -> line.matches("\\d{1,18}"))
                .filter(line -> process(line).isEmpty());
    }

    boolean names(long pid) throws IOException {
        return firstLine().filter(Long.toString(pid)::equals).isPresent();
    }

    /** The PostgreSQL of that number; it may be that of another program by now. */
    static Optional<ProcessHandle> process(String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(process -> process.info().command().orElse("").endsWith("postgres"));
    }

    /** Empty if there is no file. */
    private Optional<String> firstLine() throws IOException {
        try {
            return Optional.of(Files.readString(path, StandardCharsets.ISO_8859_1)
                    .lines()
                    .findFirst()
                    .orElse(""));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
