package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of one PostgreSQL, in the configuration's directory, which the caller has to itself. */
public final class PostgresFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresFiles.class);

    private final PostgresConfig config;
    private final Path files;

    public PostgresFiles(PostgresConfig config) {
        this.config = config;
        this.files = config.dataDir().resolve("data");
    }

    Path path() {
        return files;
    }

    /** Whether there is a database, whole or in need of recovery. */
    public boolean exist() {
        return Files.exists(files);
    }

    /**
     * Makes a new, empty database if there is none. Takes a few seconds.
     *
     * @return the programs to run it with
     * @throws IOException if the directory cannot be used
     * @throws IllegalStateException in one line if there is no database and the configuration does not allow making one
     */
    PostgresProgram ready() throws IOException {
        if (!exist() && !config.initialise()) {
            throw new IllegalStateException(
                    "postgresql.initialise: false, and " + files + " is not there: the database that was in"
                            + " it is lost, or its volume is not mounted. Bring it back, or restore a backup; an empty database in its place"
                            + " would know none of the objects");
        }
        PostgresProgram program = PostgresProgram.in(config.programDir());
        if (!exist()) {
            make(program);
        }
        return program;
    }

    /** Makes a database if there is none, as the role does before it starts. */
    public void make() throws IOException {
        PostgresProgram unused = ready();
    }

    /** Half a directory must never be taken for a whole one, so it gets its name last. */
    private void make(PostgresProgram program) throws IOException {
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
        LOG.info("new database files in {}", files);
    }
}
