package io.chameleon.lab.common;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.Require;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Files of reports. A file appears whole or not at all; on a full disk the one of an earlier report stays. */
public final class ReportFiles {
    private ReportFiles() {}

    /**
     * Makes a directory unless it is there. Commands do so before their work, so that none of it is lost.
     *
     * @param option that names it, for errors
     */
    public static void prepare(String option, Path directory) {
        Require.that(!directory.toString().isEmpty(), option, directory, "a directory");
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new CommandFailure(option + ": cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Writes a text in UTF-8; returns {@code file}. */
    public static Path write(Path file, String text) throws IOException {
        return write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file in place of the one there may be; returns it. */
    public static Path write(Path file, byte[] bytes) throws IOException {
        // Two commands may write into one directory.
        Path draft = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            Files.write(draft, bytes);
            return Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
