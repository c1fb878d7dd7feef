package io.chameleon.metadata.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresRemapTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ServerWalkTest {
    private static final int OBJECTS = 4_000;
    /** Each object is on one of this many servers, as in a cluster of some dozens in which each is on six. */
    private static final int SERVERS = 8;

    private static final String FILL = """
            insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low, size_bytes, segment_bytes,
                chunk_bytes, crc32c, content_type, user_metadata, state, destination_scheme, destination_servers, degraded,
                remap_epoch, heat_score, last_write_epoch, created_millis, modified_millis, version)
            select 'photos', 'k' || i, i, 1, i, 1, 1, 1, 0, 0, '', '{}', 1, 'REP(3)', array['s' || i %% %s, 'x', 'y'],
                false, 0, 0, 0, 0, 0, 0
            from generate_series(1, %s) i
            """;

    /**
     * Most of a lost server's cost in the database is index updates, for rows that must leave their page to be marked.
     */
    @Test
    void objectsOfALostServer_areMarkedWithoutTouchingAnIndex() throws SQLException {
        DatabaseConfig config = PostgresForTests.migratedDatabase();
        try (Database database = Database.open(config, new SimpleMeterRegistry())) {
            PostgresForTests.execute(PostgresForTests.name(config), FILL.formatted(SERVERS, OBJECTS));
            assertThat(lose(database, "s3")).isEqualTo(OBJECTS / SERVERS);
        }
        // The sessions of the pool have reported their statistics when they have ended.
        await().untilAsserted(() -> assertThat(updates(config, "n_tup_upd")).isEqualTo(OBJECTS / SERVERS));
        assertThat(updates(config, "n_tup_hot_upd")).isGreaterThan(OBJECTS / SERVERS * 9 / 10);
    }

    private static long lose(Database database, String server) {
        PostgresRepairTable repairs = new PostgresRepairTable(database, InstantSource.system(), Duration.ofHours(1));
        long fence = new PostgresRemapTable(database, InstantSource.system(), Duration.ofHours(1))
                .claim("only")
                .fence();
        repairs.begin(fence, new ServerId(server));
        Evacuation at = repairs.evacuating().records().getFirst();
        while (at.walk() == 0) {
            at = repairs.walk(fence, at, 100).orElseThrow();
        }
        return at.objects();
    }

    private static long updates(DatabaseConfig config, String kind) throws SQLException {
        try (Connection connection = DriverManager.getConnection(config.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "select " + kind + " from pg_stat_user_tables where relname = 'object_mapping'")) {
            result.next();
            return result.getLong(1);
        }
    }
}
