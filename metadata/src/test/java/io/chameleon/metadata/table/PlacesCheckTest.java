package io.chameleon.metadata.table;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SharedDatabase
class PlacesCheckTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ServerId ONE = new ServerId("flash-1");

    private final Database database = PostgresForTests.emptied();
    private final PostgresMappingTable mapping = new PostgresMappingTable(database, InstantSource.system(), GRACE);
    private final PostgresRepairTable repairs = new PostgresRepairTable(database, InstantSource.system(), GRACE);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** Then rows keep the names of their servers, as those that an earlier build has written. */
    @BeforeEach
    void forgetCodes() {
        execute("truncate server_code");
        boolean unused = database.transactions().query(connection -> {
            database.codes().read(connection);
            return true;
        });
    }

    private void write(int count) {
        for (int i = 0; i < count; i++) {
            mapping.commit(List.of(Samples.write(Samples.object("o" + i))));
        }
    }

    private static void execute(String sql) {
        PostgresForTests.execute(PostgresForTests.sharedName(), sql);
    }

    /** As a process of an earlier build leaves the table. */
    @Test
    void codesThatAreWrong_areStoredAnew_inPages() {
        write(25);
        execute("update object_mapping set places = '\\x8001' where object_key in ('o3', 'o17', 'o24')");
        execute("update object_mapping set places = null where object_key in ('o4', 'o5')");
        assertThat(repairs.objectsOn(ONE, null, 100).objects())
                .as("those without codes are looked at")
                .hasSize(22);
        try (PlacesCheck check = new PlacesCheck(database, registry)) {
            int pages = 1;
            while (!check.step(10)) {
                pages++;
            }
            assertThat(pages).isEqualTo(3);
            assertThat(repairs.objectsOn(ONE, null, 100).objects()).hasSize(25);
            assertThat(wrongCodes()).isEqualTo(3);
            assertThat(withoutCodes()).isZero();
            while (!check.step(10)) {}
            assertThat(wrongCodes()).isEqualTo(3);
        }
    }

    private double wrongCodes() {
        return registry.get("chameleon.metadata.index.missing").counter().count();
    }

    private long withoutCodes() {
        return database.transactions()
                .run(session -> session.createNativeQuery(
                                "select count(*) from object_mapping where places is null", Long.class)
                        .getSingleResult());
    }

    /** A rebuild of a lost database finds a former version by the key that its row told. */
    @Test
    void formerVersions_thatDoNotTellTheirKeys_areToldThem() {
        PostgresBucketTable buckets = new PostgresBucketTable(database, InstantSource.system());
        ObjectId object = Samples.object("o");
        assertThat(buckets.create(object.bucket(), "")).isNotNull();
        assertThat(buckets.configure(object.bucket(), Map.of(Versioning.SETTING, Versioning.ENABLED.text())))
                .isNotNull();
        Commit first = Samples.write(object);
        mapping.commit(List.of(first));
        mapping.commit(List.of(Samples.write(object)));
        ObjectId former = Components.id(object.bucket(), first.writeId());
        execute("update object_mapping set version_of = ''");
        try (PlacesCheck check = new PlacesCheck(database, registry)) {
            while (!check.step(10)) {}
        }

        assertThat(requireNonNull(mapping.lookup(former).mapping()).object()).isEqualTo(object);
        assertThat(requireNonNull(mapping.lookup(object).mapping()).versionOf()).isEmpty();
    }

    /** Of some it is not known where they are, and flash-9 might have the code of another server. */
    @Test
    void objectsThatOnlySeemToBeThere_doNotEndAWalk_andNothingOfThemIsQueued() {
        write(6);
        execute("update object_mapping set places = null where object_key < 'o4'");
        assertThat(mapping.delete(Samples.object("o0"), Condition.NONE)).isNotNull();
        long fence = new PostgresRemapTable(database, InstantSource.system(), GRACE)
                .claim("only")
                .fence();

        assertThat(LostServers.lose(repairs, fence, ONE, 1).objects()).isEqualTo(5);
        assertThat(LostServers.lose(repairs, fence, new ServerId("flash-9"), 1).objects())
                .isZero();
        assertThat(repairs.repairs(10))
                .hasSize(5)
                .allMatch(task -> task.missing().equals(List.of(0)));
        ServerObjects elsewhere = repairs.objectsOn(new ServerId("flash-9"), null, 2);
        assertThat(elsewhere.objects()).isEmpty();
        assertThat(elsewhere.next()).isNotNull();
    }
}
