package io.chameleon.metadata.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaPartsTest {
    private final DatabaseConfig config = PostgresForTests.newDatabase();

    @Test
    void parts_areThoseOfAMigratedDatabase() throws SQLException {
        List<String> indexes = new ArrayList<>(SchemaParts.INDEXES);
        indexes.add("object_mapping_by_heat_step");
        assertThat(all("select indexrelid::regclass from pg_index join pg_class on pg_class.oid = indrelid"
                        + " where relnamespace = current_schema()::regnamespace"))
                .containsExactlyInAnyOrderElementsOf(indexes);
        assertThat(all("select tgrelid::regclass || '.' || tgname from pg_trigger where not tgisinternal"))
                .containsExactlyInAnyOrderElementsOf(SchemaParts.TRIGGERS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alter table servers drop constraint servers_pkey",
                "drop index object_version_by_name",
                "drop trigger refuse_frozen on upload_part"
            })
    void databaseThatLacksAPart_asAfterAnInterruptedRestore_isRefused(String lacks) {
        Database.open(config, new SimpleMeterRegistry()).close();
        PostgresForTests.execute(PostgresForTests.name(config), lacks);

        assertThatThrownBy(() -> Database.open(config, new SimpleMeterRegistry()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching(
                        "database: it lacks (index servers_pkey|index object_version_by_name"
                                + "|trigger upload_part.refuse_frozen), expected all of the schema: a restore has not ended; restore again, .*");
    }

    @Test
    void databaseThatLacksEverythingMadeAfterItsRows_isRefused_withTheirNumber() {
        Database.open(config, new SimpleMeterRegistry()).close();
        PostgresForTests.execute(
                PostgresForTests.name(config),
                "alter table cluster drop constraint cluster_pkey; drop trigger mark_moved on frozen_bucket");

        assertThatThrownBy(() -> Database.open(config, new SimpleMeterRegistry()))
                .hasMessageStartingWith("database: it lacks index cluster_pkey and 1 more, expected");
    }

    @Test
    void databaseWhoseHistoryHasNoRowsYet_isRefusedInOneLine() {
        Database.open(config, new SimpleMeterRegistry()).close();
        PostgresForTests.execute(PostgresForTests.name(config), "delete from flyway_schema_history");

        assertThatThrownBy(() -> Database.open(config, new SimpleMeterRegistry()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "database: its schema cannot be made that of this build: relation \"object_mapping\" already exists");
    }

    @Test
    void databaseOfAnotherApplication_isRefusedInOneLine() {
        PostgresForTests.execute(PostgresForTests.name(config), "create table invoices (id bigint primary key)");

        assertThatThrownBy(() -> Database.open(config, new SimpleMeterRegistry()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "database: it has tables, and no history of Chameleon's schema; expected an empty database, or one of"
                                + " Chameleon's that was restored to the end");
    }

    private List<String> all(String query) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Database database = Database.open(config, new SimpleMeterRegistry());
                Connection connection = database.unlimited().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                all.add(rows.getString(1));
            }
        }
        return all;
    }
}
