package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Makes a new, empty database by PostgreSQL's initdb. */
record InitDb(PostgresConfig config, PostgresProgram program) {
    /** Half a directory must never be taken for a whole one, so it gets its name last. */
    void make(Path files) throws IOException {
        Path half = files.resolveSibling("data.new");
        Directories.delete(half);
        Path password = Files.createTempFile(
                config.dataDir(),
                "password",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(password, config.password() + "\n");
            program.run(
                    "initdb",
                    "--pgdata=" + half,
                    "--username=" + config.user(),
                    "--pwfile=" + password,
                    "--auth=scram-sha-256",
                    "--encoding=UTF8",
                    "--locale=C",
                    "--data-checksums");
        } finally {
            Files.delete(password);
        }
        Files.move(half, files, StandardCopyOption.ATOMIC_MOVE);
    }
}
