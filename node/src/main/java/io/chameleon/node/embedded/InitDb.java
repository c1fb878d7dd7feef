package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Makes a new, empty database by PostgreSQL's initdb. */
record InitDb(PostgresConfig config, PostgresProgram program) {
    static final List<String> ALWAYS = List.of("--encoding=UTF8", "--locale=C");

    void make(Path files) throws IOException {
        Path password = Files.createTempFile(
                config.dataDir(),
                "password",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(password, config.password() + "\n");
            make(
                    files,
                    program,
                    List.of(
                            "--username=" + config.user(),
                            "--pwfile=" + password,
                            "--auth=scram-sha-256",
                            "--data-checksums"));
        } finally {
            Files.delete(password);
        }
    }

    /** Half a directory must never be taken for a whole one, so it gets its name last. */
    static void make(Path files, PostgresProgram program, List<String> options) throws IOException {
        Path half = files.resolveSibling(files.getFileName() + ".new");
        Directories.delete(half);
        List<String> arguments = new ArrayList<>(List.of("--pgdata=" + half));
        arguments.addAll(ALWAYS);
        arguments.addAll(options);
        program.run("initdb", arguments.toArray(new String[0]));
        Files.move(half, files, StandardCopyOption.ATOMIC_MOVE);
    }
}
