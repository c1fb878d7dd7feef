package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.database.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** What the check tells the operator of a database that is away. */
@Isolated
class PlacesCheckLogTest {
    private final Logger own = (Logger) LoggerFactory.getLogger(PlacesCheck.class.getPackageName());
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        own.setLevel(Level.INFO);
        own.addAppender(lines);
    }

    @AfterEach
    void leave() {
        own.detachAppender(lines);
        own.setLevel(null);
    }

    private List<String> told() {
        synchronized (lines) {
            return lines.list.stream()
                    .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                    .toList();
        }
    }

    @Test
    void outage_isToldOnce_whateverItsTurns_andWhenItIsOver() {
        AtomicBoolean away = new AtomicBoolean(true);
        AtomicInteger refused = new AtomicInteger();
        try (Database database = Database.open(PostgresForTests.migratedDatabase(), new SimpleMeterRegistry());
                PlacesCheck check = new PlacesCheck(database, new SimpleMeterRegistry())) {
            database.transactions().onlyWhile(() -> {
                if (away.get()) {
                    throw new ChameleonError(ErrorCode.UNAVAILABLE, "away, turn " + refused.incrementAndGet());
                }
            });
            check.start();
            await().until(() -> refused.get() >= 3);
            away.set(false);

            String begins = "INFO the codes of servers are checked later: away, turn 1";
            String ends = "INFO the codes of servers are checked again";
            await().untilAsserted(() -> assertThat(told()).containsExactly(begins, ends));

            int before = refused.get();
            away.set(true);
            await().until(() -> refused.get() > before);
            await().untilAsserted(() -> assertThat(told())
                    .as("the next outage")
                    .containsExactly(
                            begins, ends, "INFO the codes of servers are checked later: away, turn " + (before + 1)));
        }
    }
}
