package io.chameleon.metadata.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ManualClock;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.metadata.routing.SeveralDatabases;
import io.chameleon.metadata.table.PostgresForTests;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database's host dies under a move: whoever waits for it hears nothing. */
class MoverConnectionsTest {
    private static final int TARGET = 1;
    private static SeveralDatabases several;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);

    @BeforeAll
    static void open() {
        several = new SeveralDatabases(2);
    }

    @AfterAll
    static void close() {
        several.close();
    }

    @BeforeEach
    void empty() {
        several.empty();
    }

    private MoverConnections connections(MoverConnections.Backends backends) {
        return new MoverConnections(number -> several.databases.get(number).unlimited(), backends, nanos::get);
    }

    private static int backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void connectionThatItsDatabaseServes_staysOpen_andOneThatItDoesNotIsAborted() throws SQLException {
        MoverConnections connections = MoverConnections.to(several.databases);
        try (Connection connection = connections.open(TARGET)) {
            connections.check();
            assertThat(connection.isClosed()).isFalse();

            PostgresForTests.execute("postgres", "select pg_terminate_backend(" + backend(connection) + ", 60000)");
            assertThat(connection.isClosed()).as("it has not been used since").isFalse();
            connections.check();
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void databaseThatIsSilent_isGivenUpAfterAWhile_unlessItAnsweredMeanwhile() throws SQLException {
        AtomicBoolean silent = new AtomicBoolean(true);
        MoverConnections connections = connections((number, backend) -> {
            if (silent.get()) {
                throw new SQLException("no answer");
            }
            return true;
        });
        try (Connection connection = connections.open(TARGET)) {
            nanos.addAndGet(MoverConnections.SILENT.toNanos() - 1);
            connections.check();
            silent.set(false);
            connections.check();
            silent.set(true);
            nanos.addAndGet(MoverConnections.SILENT.toNanos() - 1);
            connections.check();
            assertThat(connection.isClosed()).isFalse();

            nanos.addAndGet(1);
            connections.check();
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void connectionThatIsClosed_isNotAskedForAnyMore() throws SQLException {
        AtomicInteger asked = new AtomicInteger();
        MoverConnections connections = connections((number, backend) -> asked.incrementAndGet() > 0);
        connections.open(TARGET).close();
        connections.check();
        assertThat(asked).hasValue(0);
    }

    /** It waits for a lock here, in the place of a host that is gone: for both it would wait for ever. */
    @Test
    void moveThatWaitsForALostConnection_isBegunAgain() throws Exception {
        several.put(0, "bees");
        Moves moves = new Moves(several.databases, new ManualClock());
        BucketMove begun = moves.orders.begin("bees", 0, TARGET);
        AtomicBoolean dead = new AtomicBoolean();
        MoverConnections connections = connections((number, backend) -> !dead.get());
        try (MoveKeeper keeper = new MoveKeeper(moves.records, moves.over(connections));
                Connection other = several.databases.get(TARGET).unlimited().getConnection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("lock table frozen_bucket in access exclusive mode");
            CompletableFuture<Boolean> phase = CompletableFuture.supplyAsync(keeper::look);
            await("the mover waits for the lock")
                    .until(
                            () -> PostgresForTests.isThere(
                                    several.configs.get(TARGET),
                                    "select 1 from pg_locks where not granted and relation = cast('frozen_bucket' as regclass)"));
            assertThat(phase).isNotDone();
            dead.set(true);
            assertThat(phase).succeedsWithin(Duration.ofMinutes(2)).isEqualTo(false);
        }
        assertThat(moves.orders.last().getFirst().phase()).isEqualTo(begun.phase());
        assertThat(moves.records.claim()).as("to be begun again").isPresent();
        several.empty();
    }
}
