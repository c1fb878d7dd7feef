package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.move.FurtherBuckets;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is refused when several databases are configured wrongly, or exchanged. */
class OpenDatabasesTest {
    private static final Duration GRACE = Duration.ofHours(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DatabaseConfig first = newDatabase();
    private final DatabaseConfig second = newDatabase();
    private final DatabaseConfig third = newDatabase();

    private static DatabaseConfig newDatabase() {
        return PostgresForTests.migratedDatabase().withPoolSize(3);
    }

    private OpenDatabases open(DatabaseConfig... configs) {
        return new OpenDatabases(List.of(configs), "", GRACE, InstantSource.system(), FurtherBuckets::new, registry);
    }

    private void assertRefused(String why, DatabaseConfig... configs) {
        assertThatThrownBy(() -> open(configs).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
        for (DatabaseConfig config : configs) {
            await().untilAsserted(() ->
                    assertThat(PostgresForTests.connections(config)).isZero());
        }
    }

    @Test
    void databases_areOfOneCluster_andOpenAgainInTheirOrder_alsoWhenOneIsAdded() {
        String cluster;
        try (OpenDatabases two = open(first, second)) {
            cluster = two.cluster();
            assertThat(registry.getMeters())
                    .filteredOn(meter -> meter.getId().getName().equals("chameleon.metadata.clock.skew"))
                    .extracting(meter -> meter.getId().getTag("database"))
                    .containsExactlyInAnyOrder("0", "1");
        }
        try (OpenDatabases three = open(first, second, third)) {
            assertThat(three.cluster()).isEqualTo(cluster);
            assertThat(FurtherDatabases.since(three.first())).containsOnlyKeys(1, 2);
        }
        assertThatCode(() -> open(first, second, third).close()).doesNotThrowAnyException();
    }

    @Test
    void urlsThatAreExchangedOrMissing_areRefused_inOneLineThatSaysWhich() {
        open(first, second, third).close();
        assertRefused("URL 1: 'database 2 of the cluster' given, expected database 1", first, third, second);
        assertRefused("metadata.database.url: 'database 1 of its cluster' given, expected database 0", second, third);
        assertRefused(
                "further-urls: '1 URLs' given, expected 2, for the mapping table is on 3 databases", first, second);
        assertRefused("further-urls: '0 URLs' given, expected 2", first);
        assertRefused("metadata.database.url: 'database 2 of its cluster' given", third);
    }

    @Test
    void databaseOfAnotherCluster_isRefused() {
        open(first, second).close();
        open(third).close();
        assertRefused("further-urls, URL 1: 'a database of cluster", third, second);
    }

    @Test
    void databaseThatAlreadyHasObjectsOfItsOwn_isRefused() {
        try (Database used = Database.open(second, registry)) {
            new PostgresMappingTable(used, InstantSource.system(), GRACE)
                    .commit(List.of(Samples.write(Samples.object("cat"))));
        }
        assertRefused("URL 1: 'a database with objects and of no cluster' given, expected an empty one", first, second);
    }

    @Test
    void databaseThatHasLostWhatItHad_isRefused_alsoTheNextTime_andNotOnceItIsRebuilt() {
        String cluster;
        try (OpenDatabases two = open(first, second)) {
            cluster = two.cluster();
        }
        for (int start = 0; start < 2; start++) {
            assertRefused(
                    "URL 1: 'an empty database' given, expected database 1 of cluster " + cluster
                            + ": bring it back, or make its content anew (chameleon rebuild --database 1)",
                    first,
                    third);
        }
        assertThatCode(() -> open(first, second).close()).doesNotThrowAnyException();
        try (Database anew = Database.open(third, registry)) {
            new ClusterIdentity(anew).join(cluster, 1);
        }
        assertThatCode(() -> open(first, third).close()).doesNotThrowAnyException();
    }

    @Test
    void processThatRunsWhenADatabaseIsAdded_servesNothingOfTheFirst_onceItHasLooked() {
        AtomicLong nanos = new AtomicLong();
        try (OpenDatabases one = open(first);
                CountWatch watch = new CountWatch(one.first(), DatabaseCount.ONE, nanos::get)) {
            PostgresMappingTable table = new PostgresMappingTable(one.first(), InstantSource.system(), GRACE);
            assertThat(table.lookup(Samples.object("cat")).mapping()).isNull();
            open(first, second).close();

            watch.ask();
            assertRefuses(table, "told of 1 databases, and there are 2");
        }
    }

    @Test
    void processThatCannotAskForLong_servesNothingOfTheFirst_untilItHas() {
        AtomicLong nanos = new AtomicLong();
        try (OpenDatabases one = open(first);
                CountWatch watch = new CountWatch(one.first(), DatabaseCount.ONE, nanos::get)) {
            PostgresMappingTable table = new PostgresMappingTable(one.first(), InstantSource.system(), GRACE);
            nanos.set(CountWatch.VALID.toNanos() + 1);
            assertRefuses(table, "has not said lately");
            watch.ask();
            assertThat(table.lookup(Samples.object("cat")).mapping()).isNull();
        }
    }

    private static void assertRefuses(PostgresMappingTable table, String why) {
        assertThatThrownBy(() -> table.lookup(Samples.object("cat")))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasMessageContaining(why);
    }

    @Test
    void connectionThatLeadsToAnotherDatabaseOfTheCluster_isRefused() {
        try (OpenDatabases two = open(first, second)) {
            PostgresMappingTable table = new PostgresMappingTable(two.all().get(1), InstantSource.system(), GRACE);
            assertThat(table.lookup(Samples.object("cat")).mapping()).isNull();
            PostgresForTests.exchange(first, second);
            await().untilAsserted(() -> assertRefuses(table, "database"));
            PostgresForTests.exchange(first, second);
            await().ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(table.lookup(Samples.object("cat")).mapping())
                                    .isNull());
        }
    }
}
