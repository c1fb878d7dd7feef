package io.chameleon.metadata.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ManualClock;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.metadata.move.MoverConnections.Backend;
import io.chameleon.metadata.routing.SeveralDatabases;
import io.chameleon.metadata.table.PostgresForTests;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
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

    /** Processes of another container have the same numbers, as those of a new primary. */
    @Test
    void backend_isNotAnotherOfTheSameNumber() throws SQLException {
        AtomicReference<Backend> asked = new AtomicReference<>();
        MoverConnections connections = connections((number, backend) -> {
            asked.set(backend);
            return true;
        });
        DataSource source = several.databases.get(TARGET).unlimited();
        try (Connection connection = connections.open(TARGET)) {
            connections.check();
            Backend own = Objects.requireNonNull(asked.get());
            assertThat(own.process()).isEqualTo(backend(connection));
            assertThat(MoverConnections.isKnown(source, own)).isTrue();
            assertThat(MoverConnections.isKnown(source, new Backend(own.process(), "1.5")))
                    .isFalse();
        }
    }

    /** It is not watched before its backend is known, and a host that dies before would be waited for without end. */
    @Test
    void newConnection_waitsForItsBackendForAWhileOnly_andForAllElseWithoutEnd() throws SQLException {
        List<Integer> limits = new ArrayList<>();
        MoverConnections connections = new MoverConnections(
                number -> watched(several.databases.get(number).unlimited(), limits),
                (number, backend) -> true,
                nanos::get);
        try (Connection connection = connections.open(TARGET)) {
            assertThat(limits)
                    .hasSize(1)
                    .allSatisfy(millis -> assertThat(millis).isBetween(1, (int) MoverConnections.SILENT.toMillis()));
            assertThat(connection.getNetworkTimeout()).isZero();
        }
    }

    /** @param limits gets the network timeout at each statement that is prepared */
    private static DataSource watched(DataSource source, List<Integer> limits) {
        return proxy(DataSource.class, source, (method, connection) -> {
            Connection real = (Connection) connection;
            return proxy(Connection.class, real, (name, answer) -> {
                if (name.equals("prepareStatement")) {
                    limits.add(real.getNetworkTimeout());
                }
                return answer;
            });
        });
    }

    private interface Answered {
        Object with(String method, Object answer) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, T real, Answered answered) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object answer = method.invoke(real, arguments);
                    return answer == null ? null : answered.with(method.getName(), answer);
                }));
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
