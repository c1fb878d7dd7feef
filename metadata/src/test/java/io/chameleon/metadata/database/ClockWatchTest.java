package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class ClockWatchTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ObjectId CAT = Samples.object("cat");

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final InstantSource clock = () -> InstantSource.system().instant().plus(ahead.get());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DatabaseConfig config = PostgresForTests.migratedDatabase();
    private final Database database = Database.open(config, registry);

    @AfterEach
    void close() {
        database.close();
    }

    private ClockWatch watch() {
        return new ClockWatch(database, clock, System::nanoTime, GRACE, registry);
    }

    private double skewSeconds() {
        return registry.get("chameleon.metadata.clock.skew").gauge().value();
    }

    private static void assertRefuses(PostgresMappingTable table) {
        assertThatThrownBy(() -> table.lookup(CAT))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    /** However long this thread stands still meanwhile. */
    private static void assertThatItIsNow(ClockWatch watch) {
        Instant before = Instant.now();
        Instant now = watch.instant();
        assertThat(now).isBetween(before.minusSeconds(5), Instant.now().plusSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"6, ahead of", "-6, behind"})
    void processWhoseClockIsFarOff_servesNothing_untilItIsRight(int minutes, String where) {
        ahead.set(Duration.ofMinutes(minutes));
        try (ClockWatch watch = watch()) {
            PostgresMappingTable table = new PostgresMappingTable(database, watch, GRACE);

            assertRefuses(table);
            assertThatThrownBy(() -> table.lookup(CAT))
                    .hasMessageMatching("the clock of this metadata process is [56]m\\S* " + where
                            + " the database's, at most 5m either way is safe");
            assertThat(skewSeconds()).isCloseTo(60 * minutes, within(5.0));

            assertThat(watch.agrees()).isFalse();

            ahead.set(Duration.ofMinutes(-4));
            await().until(watch::agrees);
            assertThat(table.lookup(CAT).mapping()).isNull();
        }
    }

    @Test
    void processWhoseClockJumps_refusesTheNextTransaction_andItsTimeStaysTheDatabases() {
        try (ClockWatch watch = watch()) {
            PostgresMappingTable table = new PostgresMappingTable(database, watch, GRACE);
            assertThat(table.lookup(CAT).mapping()).isNull();

            ahead.set(Duration.ofDays(5_000));

            assertRefuses(table);
            assertThat(skewSeconds()).isCloseTo(Duration.ofDays(5_000).toSeconds(), within(5.0));
            assertThatItIsNow(watch);

            ahead.set(Duration.ZERO);
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(table.lookup(CAT).mapping()).isNull());
        }
    }

    /** It compares each second then. */
    @Test
    void processWhoseClockIsFarOff_saysSoOnce_andWhenItServesAgain() throws SQLException {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger log = (Logger) LoggerFactory.getLogger(ClockWatch.class);
        lines.start();
        log.setLevel(Level.INFO);
        log.addAppender(lines);
        try (ClockWatch watch = watch();
                Connection connection = database.connect()) {
            for (int minutes : new int[] {0, 6, 7, 0, 0, -6}) {
                ahead.set(Duration.ofMinutes(minutes));
                watch.compare(connection);
            }
        } finally {
            log.detachAppender(lines);
            log.setLevel(null);
        }
        assertThat(lines.list)
                .extracting(line -> line.getLevel() + " " + line.getFormattedMessage())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches("ERROR this clock is [56]m\\S* ahead of the database's, at most 5m either way"
                                        + " is safe: nothing is served"),
                        line -> assertThat(line)
                                .isEqualTo("INFO this clock agrees with the database's again: requests are served"),
                        line -> assertThat(line)
                                .startsWith("ERROR this clock is ")
                                .contains(" behind "));
    }

    /** The monotonic clock stops while a virtual machine is paused; the host's clock is corrected when it resumes. */
    @Test
    void processThatStoodStill_refuses_untilItHasComparedAgain() {
        AtomicLong stoodStill = new AtomicLong();
        try (ClockWatch watch =
                new ClockWatch(database, clock, () -> System.nanoTime() - stoodStill.get(), GRACE, registry)) {
            PostgresMappingTable table = new PostgresMappingTable(database, watch, GRACE);

            stoodStill.set(Duration.ofHours(3).toNanos());

            assertRefuses(table);
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(table.lookup(CAT).mapping()).isNull());
            assertThatItIsNow(watch);
        }
    }

    /** As on a machine that stood still: a process that has just started serves all the same. */
    @Test
    void firstAnswerThatIsTooSlow_isAskedForAgain() {
        AtomicInteger asked = new AtomicInteger();
        LongSupplier ticker = () -> asked.incrementAndGet() == 1
                ? System.nanoTime() - Duration.ofSeconds(3).toNanos()
                : System.nanoTime();
        try (ClockWatch watch = new ClockWatch(database, clock, ticker, GRACE, registry)) {
            assertThat(new PostgresMappingTable(database, watch, GRACE)
                            .lookup(CAT)
                            .mapping())
                    .isNull();
            assertThat(skewSeconds()).isCloseTo(0, within(5.0));
        }
    }

    /** Whoever starts it learns no more than this line. */
    @Test
    void processWhoseDatabaseDoesNotTellItsTime_saysWhy() {
        PostgresForTests.takeAway(config);
        try (ClockWatch watch = watch()) {
            assertThatThrownBy(() -> new PostgresMappingTable(database, watch, GRACE).lookup(CAT))
                    .hasMessageMatching(
                            "the clock of this metadata process has not been compared with its database's yet: "
                                    + "(.* is not currently accepting connections|An I/O error occurred while sending.*)");
        }
    }

    @Test
    void bound_isBelowWhatTwoClocksMayBeApart() {
        assertThat(ClockWatch.bound(Duration.ofMinutes(10), GRACE)).isEqualTo(Duration.ofMinutes(5));
        assertThat(ClockWatch.bound(Duration.ofMinutes(10), Duration.ofMinutes(1)))
                .isEqualTo(Duration.ofSeconds(30));
    }
}
