package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        PostgresProgram program =
                PostgresProgram.in(config.programDir(), !config.programDir().equals(config.dataDir()));
        if (!exist()) {
            new InitDb(config, program).make(files);
            LOG.info("new database files in {}", files);
        }
        return program;
    }

    /** Makes a database if there is none, as the role does before it starts. */
    public void make() throws IOException {
        PostgresProgram unused = ready();
    }
}
