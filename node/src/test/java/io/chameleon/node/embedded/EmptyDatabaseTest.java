package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmptyDatabaseTest {
    @TempDir
    Path directory;

    @Test
    void databases_areEmpty_andApart() throws SQLException {
        Path one = EmptyDatabase.in(directory.resolve("one"));
        try (EmbeddedDatabase first = EmbeddedDatabase.start(one, 0);
                EmbeddedDatabase second = EmbeddedDatabase.start(EmptyDatabase.in(directory.resolve("two")), 0)) {
            assertThat(asked(first, "select count(*) from object_mapping"))
                    .as("objects, in this build's schema")
                    .isEqualTo("0");
            assertThat(asked(first, "create table kept (id int); select 1")).isEqualTo("1");
            assertThat(asked(second, "select count(*) from pg_tables where tablename = 'kept'"))
                    .isEqualTo("0");
        }
        EmptyDatabase.in(one);
        try (EmbeddedDatabase again = EmbeddedDatabase.start(one, 0)) {
            assertThat(asked(again, "select count(*) from kept")).as("kept").isEqualTo("0");
        }
    }

    /** PostgreSQL tells by it whose WAL it reads. */
    @Test
    void databaseThatLasts_hasAnIdentifierOfItsOwn() throws SQLException {
        String identifier = "select system_identifier from pg_control_system()";
        try (EmbeddedDatabase lasting = EmbeddedDatabase.start(directory.resolve("lasting"), 0);
                EmbeddedDatabase other = EmbeddedDatabase.start(EmptyDatabase.in(directory.resolve("other")), 0)) {
            assertThat(asked(lasting, identifier)).isNotEqualTo(asked(other, identifier));
        }
    }

    /** Whoever made it was killed. */
    @Test
    void whatIsLeftOfAnInterruptedMaking_isInNobodysWay() throws IOException {
        Path home = Files.createSymbolicLink(
                directory.resolve("program-1"),
                EmbeddedDatabase.program(directory.resolve("data")).home());
        PostgresProgram program = new PostgresProgram(home);
        Files.writeString(Files.createDirectories(directory.resolve("database")).resolve("PG_VERSION"), "half");
        Files.createDirectories(directory.resolve("database.new"));
        Files.writeString(directory.resolve("database.tar"), "half");
        Path packed = EmptyDatabase.packed(program);
        Files.delete(home);
        assertThat(EmptyDatabase.packed(program))
                .as("without initdb")
                .isEqualTo(packed)
                .isNotEmptyFile();
        try (var all = Files.list(directory)) {
            assertThat(all).containsExactlyInAnyOrder(packed, directory.resolve("database.lock"));
        }
    }

    @Test
    void interruptedThread_isToldSo() throws IOException {
        PostgresProgram program = new PostgresProgram(directory.resolve("program-1"));
        Thread.currentThread().interrupt();
        assertThatIOException().isThrownBy(() -> EmptyDatabase.packed(program)).withMessage("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    private static String asked(EmbeddedDatabase database, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(query);
            while (statement.getResultSet() == null) {
                statement.getMoreResults();
            }
            ResultSet found = statement.getResultSet();
            assertThat(found.next()).isTrue();
            return found.getString(1);
        }
    }
}
