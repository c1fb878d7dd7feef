package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.move.FurtherBuckets;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A further database that is away when a process starts, and what may come in its place. */
class LateDatabaseTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final DatabaseConfig FIRST = newDatabase();
    private static final DatabaseConfig SECOND = newDatabase();
    private static final DatabaseConfig OTHER = newDatabase();
    private static String cluster = "";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private static DatabaseConfig newDatabase() {
        return PostgresForTests.newDatabase().withPoolSize(2);
    }

    private OpenDatabases open(DatabaseConfig... configs) {
        return new OpenDatabases(List.of(configs), "", GRACE, InstantSource.system(), FurtherBuckets::new, registry);
    }

    /** With the second one away. */
    private OpenDatabases openWithoutTheSecond() {
        PostgresForTests.takeAway(SECOND);
        OpenDatabases databases = open(FIRST, SECOND);
        assertThat(databases.all().get(1).isInUse()).isFalse();
        return databases;
    }

    @BeforeAll
    static void make() {
        try (OpenDatabases two = new OpenDatabases(
                List.of(FIRST, SECOND),
                "",
                GRACE,
                InstantSource.system(),
                FurtherBuckets::new,
                new SimpleMeterRegistry())) {
            cluster = two.cluster();
        }
    }

    @AfterEach
    void bringBack() {
        PostgresForTests.bringBack(SECOND);
    }

    private static PostgresMappingTable table(OpenDatabases databases, int number) {
        return new PostgresMappingTable(databases.all().get(number), InstantSource.system(), GRACE);
    }

    private static void assertServed(OpenDatabases databases, int number) {
        assertThat(table(databases, number).lookup(Samples.object("cat")).mapping())
                .isNull();
    }

    private static void assertUnavailable(OpenDatabases databases, String why) {
        assertThatThrownBy(() -> table(databases, 1).lookup(Samples.object("cat")))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasMessageContaining(why);
        assertThatThrownBy(() -> databases.all().get(1).unlimited().getConnection())
                .isInstanceOf(SQLException.class);
    }

    @Test
    void databaseThatIsAwayAtTheStart_isUnavailable_andTheFirstServes_untilItComes() {
        try (OpenDatabases databases = openWithoutTheSecond()) {
            databases.attempt();
            assertUnavailable(databases, "database 1 has not answered since this metadata process started");
            assertServed(databases, 0);
            assertThat(databases.areAnswering()).isFalse();
            assertThat(databases.areAccepted()).isTrue();

            databases.start();
            PostgresForTests.bringBack(SECOND);
            await().until(databases::areAnswering);
            assertServed(databases, 1);
            assertThat(databases.all().get(1).unlimited())
                    .satisfies(unlimited -> unlimited.getConnection().close());
        }
    }

    /** What is wrong with a database that comes, the reason that is said, and what makes it right again. */
    private enum Wrong {
        EMPTY("'an empty database' given", "", ""),
        ANOTHERS(
                "'a database of cluster another' given",
                "create table cluster (id smallint, cluster_id text); insert into cluster values (1, 'another')",
                "drop table cluster"),
        EXCHANGED(
                "'database 2 of the cluster' given, expected database 1",
                "update cluster set number = 2",
                "update cluster set number = 1"),
        NEWER("999", """
                insert into flyway_schema_history
                    (installed_rank, version, description, type, script, installed_by, execution_time, success)
                values (1000, '999', 'of a newer build', 'SQL', 'V999__newer.sql', 'postgres', 1, true)
                """, "delete from flyway_schema_history where version = '999'"),
        UNSAFE(
                "synchronous_commit: 'off' given, expected on",
                "alter database " + PostgresForTests.name(SECOND) + " set synchronous_commit = off",
                "alter database " + PostgresForTests.name(SECOND) + " reset synchronous_commit"),
        CLAIMING(
                "bucket bees has objects in database 1",
                "insert into bucket (name, owner, created_millis) values ('bees', '', 1)",
                "delete from bucket");

        private final String reason;
        private final String sql;
        private final String undo;

        Wrong(String reason, String sql, String undo) {
            this.reason = reason;
            this.sql = sql;
            this.undo = undo;
        }

        boolean isOtherDatabase() {
            return this == EMPTY || this == ANOTHERS;
        }
    }

    @ParameterizedTest
    @EnumSource
    void wrongDatabaseThatComes_isNeverServed_saysWhyOnce_andIsUsedOnceItIsRight(Wrong wrong) {
        PostgresForTests.execute(
                PostgresForTests.name(FIRST),
                "insert into bucket_database (bucket, number) values ('bees', 0) on conflict do nothing");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger log = (Logger) LoggerFactory.getLogger(LateDatabase.class);
        log.addAppender(lines);
        try (OpenDatabases databases = openWithoutTheSecond()) {
            PostgresForTests.bringBack(SECOND);
            if (wrong.isOtherDatabase()) {
                PostgresForTests.exchange(SECOND, OTHER);
            }
            PostgresForTests.execute(PostgresForTests.name(SECOND), wrong.sql);

            databases.attempt();
            databases.attempt();

            assertUnavailable(databases, "database 1 is refused: ");
            assertUnavailable(databases, wrong.reason);
            assertServed(databases, 0);
            assertThat(databases.areAnswering()).isFalse();
            assertThat(databases.areAccepted()).isFalse();
            assertThat(logged(lines))
                    .filteredOn(line -> line.getLevel() == Level.ERROR
                            && line.getThreadName()
                                    .equals(Thread.currentThread().getName()))
                    .singleElement()
                    .satisfies(line -> assertThat(line.getFormattedMessage()).contains(wrong.reason));
            if (wrong.isOtherDatabase()) {
                assertThat(PostgresForTests.isThere(SECOND, "select 1 from pg_class where relname = 'bucket'"))
                        .as("migrated")
                        .isFalse();
            }

            PostgresForTests.execute(PostgresForTests.name(SECOND), wrong.undo);
            if (wrong.isOtherDatabase()) {
                PostgresForTests.exchange(SECOND, OTHER);
            }
            databases.attempt();
            assertServed(databases, 1);
            assertThat(databases.areAccepted()).isTrue();
        } finally {
            log.detachAppender(lines);
        }
    }

    /** Other tests log meanwhile. */
    private static List<ILoggingEvent> logged(ListAppender<ILoggingEvent> lines) {
        synchronized (lines) {
            return List.copyOf(lines.list);
        }
    }

    /** It was restored from a backup of before the bucket moved. */
    @Test
    void databaseThatHasABucketAgainThatMoved_isUsedWithoutIt() {
        PostgresForTests.execute(PostgresForTests.name(FIRST), """
                insert into bucket_database (bucket, number) values ('wasps', 0);
                insert into moved_bucket (name, attempt) values ('wasps', 7);
                insert into bucket_move (bucket, source, target, phase, attempt, attempts, began_millis, changed_millis, beat_millis, objects,
                    problem, copied) values ('wasps', 1, 0, 10, 9, 0, 1, 1, 0, 1, '', 7)
                """);
        PostgresForTests.execute(
                PostgresForTests.name(SECOND),
                "insert into bucket (name, owner, created_millis) values ('wasps', '', 1)");
        try (OpenDatabases databases = open(FIRST, SECOND)) {
            assertServed(databases, 1);
            assertThat(PostgresForTests.isThere(SECOND, "select 1 from bucket")).isFalse();
        }
    }

    @Test
    void databaseThatMissedAnUpgrade_isMigrated_whenItComes() {
        DatabaseConfig older = newDatabase();
        var unused = Flyway.configure()
                .dataSource(older.jdbcUrl(), older.user(), older.password())
                .target("31")
                .load()
                .migrate();
        PostgresForTests.execute(
                PostgresForTests.name(older),
                "insert into cluster (id, cluster_id, number) values (1, '" + cluster + "', 1)");
        try (OpenDatabases databases = openWithoutTheSecond()) {
            PostgresForTests.exchange(SECOND, older);
            databases.attempt();
            assertServed(databases, 1);
        } finally {
            PostgresForTests.exchange(SECOND, older);
        }
    }

    @Test
    void databaseThatGoesAwayBetweenCheckAndUse_isNotUsed_untilItIsCheckedAnew() throws SQLException {
        try (Database first = Database.open(FIRST, registry, 0, new DatabaseCount(2));
                Database second = Database.further(SECOND, registry, 1, new DatabaseCount(2));
                DatabaseJoin join = join(first, second)) {
            join.check(true);
            PostgresForTests.takeAway(SECOND);
            assertThatThrownBy(join::enter)
                    .isInstanceOfSatisfying(
                            Exception.class,
                            e -> assertThat(DatabaseFailure.isAway(e)).isTrue());
            assertThat(second.isInUse()).isFalse();
            join.close();

            PostgresForTests.bringBack(SECOND);
            join.check(true);
            join.enter();
            assertThat(second.isInUse()).isTrue();
        }
    }

    private DatabaseJoin join(Database first, Database second) {
        ClockWatch clock = new ClockWatch(second, InstantSource.system(), System::nanoTime, GRACE, registry);
        return new DatabaseJoin(second, clock, 1, cluster, 2, new FurtherBuckets(first, 2, number -> second.connect()));
    }

    @Test
    void processThatIsClosedWhileADatabaseComes_leavesNothingOpen() throws SQLException {
        try (Database first = Database.open(FIRST, registry, 0, new DatabaseCount(2));
                Database second = Database.further(SECOND, registry, 1, new DatabaseCount(2));
                DatabaseJoin join = join(first, second)) {
            join.check(true);
            second.close();
            join.enter();
            assertThat(second.isInUse()).isFalse();
        }
        OpenDatabases waiting = openWithoutTheSecond();
        waiting.start();
        waiting.close();
        PostgresForTests.bringBack(SECOND);
        waiting.attempt();
        assertThat(waiting.all().get(1).isInUse()).isFalse();
        await().untilAsserted(
                        () -> assertThat(PostgresForTests.connections(SECOND)).isZero());
    }

    /** Until its number is recorded, nothing tells that the cluster has it. */
    @Test
    void newDatabaseThatDoesNotAnswer_isRefused() {
        DatabaseConfig third = newDatabase();
        PostgresForTests.takeAway(third);
        assertThatThrownBy(() -> open(FIRST, SECOND, third))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("database 2 is new and does not answer");
    }

    @Test
    void firstDatabaseThatDoesNotAnswer_refusesTheStart_inOneLine() {
        PostgresForTests.takeAway(FIRST);
        try {
            assertThatThrownBy(() -> open(FIRST, SECOND))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("database 0 does not answer")
                    .message()
                    .hasLineCount(1);
            // Those of the test before end a moment after it has closed them.
            await().untilAsserted(() ->
                    assertThat(PostgresForTests.connections(SECOND)).isZero());
        } finally {
            PostgresForTests.bringBack(FIRST);
        }
    }
}
