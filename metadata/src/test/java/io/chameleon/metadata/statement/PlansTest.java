package io.chameleon.metadata.statement;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements that every read and write waits for find their rows one by one, by key. Sessions keep the plan that they
 * made while the tables were small, when a full scan looks cheaper, and would later scan the whole table.
 */
class PlansTest {
    private final DatabaseConfig config = PostgresForTests.migratedDatabase();
    private final Database database = Database.open(config, new SimpleMeterRegistry());
    private int plans;

    @AfterEach
    void close() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "analyze fragment_outbox", "fill", "fill, analyze fragment_outbox"})
    void writesInTheOutbox_areFoundByTheIndexOfWrites(String before) {
        prepare(before, """
                insert into fragment_outbox (id, server, write_high, write_low, since_millis, condemned)
                select i, 's' || i % 6, i / 6, 1, 5, false from generate_series(1, 120) i
                """);

        assertThat(plan(Outbox.ROWS, "bigint[], bigint[], bigint", "'{1,2}', '{1,1}', 5"))
                .contains("fragment_outbox_by_write")
                .contains("Index Cond: ((write_high = wanted.high) AND (write_low = wanted.low))")
                .doesNotContain("fragment_outbox_waiting", "fragment_outbox_collected", "Seq Scan");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "analyze object_mapping", "fill", "fill, analyze object_mapping"})
    void rowsOfObjects_areFoundByTheirKeys(String before) {
        prepare(before, """
                insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low, size_bytes, segment_bytes,
                    chunk_bytes, crc32c, content_type, user_metadata, state, destination_scheme, destination_servers, degraded,
                    remap_epoch, heat_score, last_write_epoch, created_millis, modified_millis, version)
                select 'photos', 'k' || i, i, 1, i, 1, 1, 1, 0, 0, '', '{}', 1, 'REP(1)', '{s1}', false, 0, 0, 0, 0, 0, 0
                from generate_series(1, 120) i
                """);

        assertThat(plan(MappingStatements.LOCK, "text[], text[]", "'{photos,photos}', '{k1,k2}'"))
                .contains("Index Cond: ((bucket = wanted.bucket) AND (object_key = wanted.object_key))")
                .doesNotContain("Seq Scan");
        assertThat(plan(MappingStatements.LOOKUPS, "text[], text[]", "'{photos,photos}', '{k1,k2}'"))
                .contains("Index Cond: ((bucket = asked.bucket) AND (object_key = asked.object_key))")
                .doesNotContain("Seq Scan");
    }

    private void prepare(String steps, String fill) {
        for (String step : steps.split(", ")) {
            PostgresForTests.execute(PostgresForTests.name(config), step.equals("fill") ? fill : step);
        }
    }

    /** Planned as the driver's prepared statements are. */
    private String plan(String sql, String types, String values) {
        String numbered = IntStream.rangeClosed(1, types.split(", ").length)
                .boxed()
                .reduce(sql, (text, n) -> text.replaceFirst("\\?", "\\$" + n), (a, b) -> b);
        String name = "planned_" + ++plans;
        return database.transactions().query(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("prepare " + name + "(" + types + ") as " + numbered);
            }
            return explained(connection, "explain execute " + name + "(" + values + ")");
        });
    }

    private static String explained(Connection connection, String sql) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                lines.add(result.getString(1));
            }
        }
        return String.join("\n", lines);
    }
}
