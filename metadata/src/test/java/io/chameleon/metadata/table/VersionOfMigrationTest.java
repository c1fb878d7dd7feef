package io.chameleon.metadata.table;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** Former versions that were kept before their rows told their objects' keys (schema 24). */
class VersionOfMigrationTest {
    private static final WriteId FORMER = WriteId.parse("019a0000000000000000000000000001");
    private static final WriteId PART = WriteId.parse("019a0000000000000000000000000002");

    @Test
    void formerVersions_areToldTheirKeys_andPartsHaveNone() {
        DatabaseConfig config = PostgresForTests.newDatabase();
        var unused = Flyway.configure()
                .dataSource(config.jdbcUrl(), config.user(), config.password())
                .target("23")
                .load()
                .migrate();
        component(config, FORMER);
        component(config, PART);
        PostgresForTests.execute(PostgresForTests.name(config), """
                insert into object_version values
                    ('photos', 'leaf', 1, %1$s, %2$s, false, true, 5, 6), ('photos', 'leaf', 2, 7, 7, true, true, 6, 6)
                """.formatted(FORMER.high(), FORMER.low()));

        try (Database migrated = Database.open(config, new SimpleMeterRegistry())) {
            PostgresMappingTable table =
                    new PostgresMappingTable(migrated, InstantSource.system(), Duration.ofHours(1));
            assertThat(row(table, FORMER).object()).isEqualTo(new ObjectId("photos", "leaf"));
            assertThat(row(table, PART).object()).isEqualTo(Components.id("photos", PART));
        }
    }

    private static ObjectMapping row(PostgresMappingTable table, WriteId write) {
        return requireNonNull(table.lookup(Components.id("photos", write)).mapping());
    }

    private static void component(DatabaseConfig config, WriteId write) {
        PostgresForTests.execute(PostgresForTests.name(config), """
                insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low, size_bytes, segment_bytes,
                    crc32c, content_type, user_metadata, state, destination_scheme, destination_servers, degraded, remap_epoch, heat_score,
                    last_write_epoch, created_millis, modified_millis, version)
                values ('photos+parts', '%1$s', %2$s, %3$s, %2$s, %3$s, 5, 8, 7, '', '{}', 1, 'REP(3)', '{a,b,c}', false, 0, 0, 0, 0, 0, 1)
                """.formatted(write, write.high(), write.low()));
    }
}
