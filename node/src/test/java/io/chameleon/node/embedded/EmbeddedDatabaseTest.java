package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
    @TempDir
    Path directory;

    /** Whoever has it may be another PostgreSQL, which would be taken for this one. */
    @Test
    void portInUse_isNamedInOneLine_andNothingIsStarted() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedDatabase.start(directory, other.getLocalPort()))
                    .hasMessage("cannot start PostgreSQL on " + directory + ": port " + other.getLocalPort()
                            + " is in use");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void programs_areThoseThatNobodyElseCanHavePlanted() throws IOException, SQLException {
        Path safe = UserPrograms.orElse(directory.resolve("postgres-programs"));
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory.resolve("data"), 0);
                Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select setting from pg_config where name = 'BINDIR'")) {
            assertThat(found.next()).isTrue();
            assertThat(Path.of(found.getString(1))).startsWith(safe.toRealPath());
        }
        assertThat(UserPrograms.orElse(directory.resolve("postgres-programs")))
                .as("still safe")
                .isEqualTo(safe);
    }

    /** As of an initdb that was killed. */
    @Test
    void halfADatabase_isMadeAnew() throws IOException {
        Path half = Files.createDirectories(directory.resolve("data.new"));
        Files.writeString(half.resolve("PG_VERSION"), "1");
        EmbeddedDatabase.start(directory.resolve("data"), 0).close();
        assertThat(half).doesNotExist();
        assertThat(directory.resolve("data/PG_VERSION")).exists();
    }

    /** As by Ctrl-C. Left running, it would outlive the process, and keep the port. */
    @Test
    void interruptedThread_leavesNoneRunning() throws IOException {
        Path data = directory.resolve("data");
        EmbeddedDatabase database = EmbeddedDatabase.start(data, 0);
        Thread.currentThread().interrupt();
        database.close();
        assertThat(data.resolve("postmaster.pid")).as("stopped").doesNotExist();
        assertThatThrownBy(() -> EmbeddedDatabase.start(data, 0)).hasMessageEndingWith("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(data.resolve("postmaster.pid")).as("not started").doesNotExist();
    }

    /** Where {@link UserPrograms} are not to be had: the library makes the directory inside writable for all. */
    @Test
    void programsElsewhere_areInADirectoryThatOthersCannotEnter() throws IOException {
        Path own = directory.resolve("data/postgres-programs");
        assertThat(EmbeddedDatabase.programs(own)).hasParentRaw(own);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
        assertThat(EmbeddedDatabase.programs(own)).as("found again").hasParentRaw(own);
    }
}
