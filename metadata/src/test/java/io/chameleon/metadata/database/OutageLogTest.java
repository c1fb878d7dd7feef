package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.table.PostgresForTests;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageLogTest {
    private static final String FULL = ": its disk is full";

    private final Logger own = (Logger) LoggerFactory.getLogger(OutageLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AtomicLong nanos = new AtomicLong();
    private final OutageLog log = new OutageLog("database 4711", nanos::get);

    @BeforeEach
    void listen() {
        lines.start();
        own.setLevel(Level.INFO);
        own.setAdditive(false);
        own.addAppender(lines);
    }

    @AfterEach
    void leave() {
        own.detachAppender(lines);
        own.setAdditive(true);
        own.setLevel(null);
    }

    /** Other tests of this JVM have databases, too. */
    private List<String> told(String of) {
        synchronized (lines) {
            return lines.list.stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.contains(of))
                    .toList();
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void outage_isToldOnce_forEachShortage_whateverIsAnsweredMeanwhile_andWhenItIsOver() {
        log.answered();
        for (int request = 0; request < 3; request++) {
            log.failed(FULL, "could not extend file");
            log.answered();
            log.failed("", "connection refused");
            pass(Duration.ofSeconds(OutageLog.QUIET_SECONDS - 1));
            log.answered();
        }
        List<String> during = List.of(
                "database 4711 is not available: its disk is full (could not extend file)",
                "database 4711 is not available (connection refused)");
        assertThat(told("4711")).isEqualTo(during);

        pass(Duration.ofSeconds(1));
        log.answered();
        log.answered();
        assertThat(told("4711"))
                .startsWith(during.toArray(String[]::new))
                .hasSize(3)
                .endsWith("database 4711 is available again: no transaction has failed for 10 s");

        log.failed(FULL, "could not extend file");
        assertThat(told("4711")).as("the next outage").hasSize(4).endsWith(during.getFirst());
    }

    @Test
    void databaseWithoutRoom_isToldToTheOperator_andOneSlowStatementIsNot() {
        try (Database database = Database.open(PostgresForTests.newDatabase(), new SimpleMeterRegistry())) {
            for (int request = 0; request < 2; request++) {
                assertFails(database, "53100", "could not extend file of 4712");
                assertFails(database, "57014", "canceling statement of 4712");
            }
            assertThat(told("4712"))
                    .containsExactly(
                            "the mapping database is not available: its disk is full (could not extend file of 4712)");
        }
    }

    /** At the end of a process some are under way: its operator would look for a fault of the database. */
    @Test
    void transaction_cutOffByTheEndOfItsProcess_isNoOutage() {
        Database database = Database.open(PostgresForTests.newDatabase(), new SimpleMeterRegistry());
        CompletableFuture<Void> closed = new CompletableFuture<>();
        AtomicReference<String> heard = new AtomicReference<>("");
        assertThatThrownBy(() -> database.transactions().query(connection -> {
                    closed.completeAsync(() -> {
                        database.close();
                        return null;
                    });
                    try {
                        return connection.createStatement().execute("select pg_sleep(60)");
                    } catch (SQLException e) {
                        heard.set(e.getMessage());
                        throw e;
                    }
                }))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        closed.join();
        assertThat(heard.get()).isNotEmpty();
        assertThat(told(String.valueOf(heard.get()))).isEmpty();
    }

    private static void assertFails(Database database, String state, String message) {
        assertThatThrownBy(() -> database.transactions()
                        .query(connection -> connection
                                .createStatement()
                                .execute("do $$ begin raise exception using errcode = '%s', message = '%s'; end $$"
                                        .formatted(state, message))))
                .isInstanceOf(ChameleonError.class);
    }
}
