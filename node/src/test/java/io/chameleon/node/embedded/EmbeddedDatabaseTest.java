package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.testing.FreePorts;
import io.chameleon.node.testing.FreshDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Between the moment it was found free and PostgreSQL's start; the other is not taken for ours. */
    @Test
    void freePort_thatAnotherPostgresTakesFirst_isPassedOver() throws IOException, SQLException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        int free = FreePorts.take();
        try (EmbeddedDatabase other = EmbeddedDatabase.start(FreshDatabase.in(directory.resolve("other")), 0)) {
            Iterator<Integer> ports = List.of(other.port(), free).iterator();
            try (EmbeddedDatabase database = EmbeddedDatabase.start(data, 0, ports::next)) {
                assertThat(database.port()).isEqualTo(free);
                assertThat(shown(database, "data_directory")).isEqualTo(data.toString());
            }
            assertThatThrownBy(() -> EmbeddedDatabase.start(data, 0, other::port))
                    .hasMessage("cannot start PostgreSQL on " + data + ": port " + other.port() + " is in use");
        }
    }

    @Test
    void postgresThatDoesNotStart_saysWhyInOneLine() throws IOException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        Files.writeString(data.resolve("postgresql.conf"), "work_mem = none\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> EmbeddedDatabase.start(data, 0))
                .isInstanceOf(IllegalStateException.class)
                .message()
                .startsWith("PostgreSQL does not start: FATAL:")
                .contains("postgresql.conf")
                .doesNotContain("\n");
    }

    /** As of a process that was killed. A session that stays open keeps PostgreSQL from ending by itself. */
    @Test
    void orphanWithASession_isEnded_andTheNextStartsAtOnce() throws IOException, SQLException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        EmbeddedDatabase orphan = EmbeddedDatabase.start(data, 0);
        try (Connection session = DriverManager.getConnection(orphan.jdbcUrl())) {
            PostgresOrphan.stop(data, Duration.ofMillis(100));
            assertThatThrownBy(() -> session.createStatement().execute("select 1"))
                    .isInstanceOf(SQLException.class);
            try (EmbeddedDatabase database = EmbeddedDatabase.start(data, 0)) {
                assertThat(shown(database, "data_directory")).isEqualTo(data.toString());
            }
        } finally {
            orphan.close();
        }
    }

    /** A kill after a while would end it as well, and leave it to recover. */
    @Test
    void orphanWithASession_isShutDown_andDoesNotWaitForIt() throws IOException, SQLException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        EmbeddedDatabase orphan = EmbeddedDatabase.start(data, 0);
        try (Connection session = DriverManager.getConnection(orphan.jdbcUrl())) {
            PostgresOrphan.stop(data);
            assertThat(data.resolve("postmaster.pid"))
                    .as("removed by a clean shutdown")
                    .doesNotExist();
            assertThatThrownBy(() -> session.createStatement().execute("select 1"))
                    .isInstanceOf(SQLException.class);
        } finally {
            orphan.close();
        }
    }

    /** As after a power loss: the file system has the file, and not what was in it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\0\0\0\0", "\0\0\n\0", "ÿ"})
    void pidFile_thatNamesNoProcess_isNoObstacle(String content) throws IOException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        Files.writeString(data.resolve("postmaster.pid"), content);
        EmbeddedDatabase.start(data, 0).close();
        assertThat(data.resolve("postmaster.pid")).doesNotExist();
    }

    /** After a restart of the machine, or in a container, where a thread of ours may have it. */
    @Test
    void pidFile_whoseNumberAnotherProgramHas_isNoObstacle() throws IOException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(data.resolve("postmaster.pid"), other.pid() + "\n" + data + "\n");
            EmbeddedDatabase.start(data, 0).close();
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    /** As by Ctrl-C, before it has written its own; pg_ctl would stop the other. */
    @Test
    void pidFile_whoseNumberAnotherProgramHas_doesNotNameWhomAStopIsFor() throws IOException, InterruptedException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(data.resolve("postmaster.pid"), other.pid() + "\n" + data + "\n");
            PostgresProcess early =
                    new PostgresProcess(thatOnlyWaits(), data, List.of(), ProcessBuilder.Redirect.DISCARD);
            early.stop();
            assertThat(early.process().exitValue()).as("SIGTERM").isEqualTo(128 + 15);
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    /** Copied, since one that this process had open for writing could not be run while another test starts a child. */
    private PostgresProgram thatOnlyWaits() throws IOException, InterruptedException {
        Path script = Files.writeString(directory.resolve("script"), "#!/bin/sh\nexec sleep 600\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Path program = Files.createDirectories(directory.resolve("bin")).resolve("postgres");
        assertThat(new ProcessBuilder("cp", "-p", script.toString(), program.toString())
                        .start()
                        .waitFor())
                .isZero();
        return new PostgresProgram(directory);
    }

    @Test
    void logOfTheStartBefore_isKept() throws IOException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        EmbeddedDatabase.start(data, 0).close();
        String before = Files.readString(data.resolve("postgresql.log"));
        EmbeddedDatabase.start(data, 0).close();
        assertThat(before).contains("database system is shut down");
        assertThat(data.resolve("postgresql.log.1")).hasContent(before);
        assertThat(data.resolve("postgresql.log")).content().isNotEqualTo(before);
    }

    /** A terminal sends Ctrl-C to all processes of the session in front of it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void postgres_isInASessionOfItsOwn() throws IOException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        try (EmbeddedDatabase database = EmbeddedDatabase.start(data, 0)) {
            assertThat(database.port()).isPositive();
            String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst();
            String status = Files.readString(Path.of("/proc", pid, "stat"));
            // pid (name) state parent group session
            String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ");
            assertThat(fields[2]).as("process group").isEqualTo(pid);
            assertThat(fields[3]).as("session").isEqualTo(pid);
        }
    }

    /** As in a container, where each process has the number of the one before it. */
    @Test
    void pidFile_ofAnEarlierProcess_isNotTakenForTheNewOnes() throws IOException {
        Path data = FreshDatabase.in(directory.resolve("data"));
        String file;
        try (EmbeddedDatabase database = EmbeddedDatabase.start(data, 0)) {
            assertThat(database.port()).isPositive();
            file = Files.readString(data.resolve("postmaster.pid"));
        }
        Path pidFile = Files.writeString(data.resolve("postmaster.pid"), file);
        FileTime former = Files.getLastModifiedTime(pidFile);
        Path program = Files.createDirectories(directory.resolve("bin")).resolve("postgres");
        Files.createSymbolicLink(program, Path.of("/bin/true"));
        PostgresProcess process =
                new PostgresProcess(new PostgresProgram(directory), data, List.of(), ProcessBuilder.Redirect.DISCARD);
        Files.writeString(
                pidFile,
                file.replaceFirst("\\d+", Long.toString(process.process().pid())));
        Files.setLastModifiedTime(pidFile, former);
        assertThat(process.isReady()).isFalse();
        Files.setLastModifiedTime(pidFile, FileTime.fromMillis(former.toMillis() + 1));
        assertThat(process.isReady()).isTrue();
    }

    private static String shown(EmbeddedDatabase database, String setting) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("show " + setting)) {
            assertThat(found.next()).isTrue();
            return found.getString(1);
        }
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
        Path data = FreshDatabase.in(directory.resolve("data"));
        EmbeddedDatabase database = EmbeddedDatabase.start(data, 0);
        Thread.currentThread().interrupt();
        database.close();
        assertThat(data.resolve("postmaster.pid")).as("stopped").doesNotExist();
        assertThatThrownBy(() -> EmbeddedDatabase.start(data, 0)).hasMessageEndingWith("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(data.resolve("postmaster.pid")).as("not started").doesNotExist();
    }

    /** Where {@link UserPrograms} are not to be had. */
    @Test
    void programsElsewhere_areInADirectoryThatOthersCannotEnter() throws IOException {
        Path own = directory.resolve("data/postgres-programs");
        assertThat(EmbeddedDatabase.programs(own)).isEqualTo(own);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
        assertThat(EmbeddedDatabase.programs(own)).as("found again").isEqualTo(own);
    }
}
