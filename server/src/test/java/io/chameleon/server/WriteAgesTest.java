package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class WriteAgesTest {
    /** Of no other test. */
    private static final Instant BEGUN = Instant.parse("2031-05-06T07:08:09Z");

    private static final WriteId WRITE = new WriteId(BEGUN.toEpochMilli() << 16, 4711);

    private final AtomicReference<Instant> now = new AtomicReference<>(BEGUN);
    private final WriteAges ages = new WriteAges(now::get, Duration.ofHours(1));

    private void assertRefused(ErrorCode code, Duration later) {
        now.set(BEGUN.plus(later));
        assertThatThrownBy(() -> ages.requireInTime(WRITE))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining("this server's " + now.get());
    }

    @Test
    void wrongClock_isToldToTheOperator_atMostOnceAMinute() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger log = (Logger) LoggerFactory.getLogger(WriteAges.class);
        log.addAppender(lines);
        try {
            ages.requireInTime(WRITE);
            assertThat(told(lines)).isEmpty();

            assertRefused(ErrorCode.WRITE_TOO_OLD, Duration.ofHours(2));
            assertRefused(ErrorCode.WRITE_TOO_OLD, Duration.ofHours(2).plusSeconds(59));
            assertThat(told(lines))
                    .singleElement()
                    .asString()
                    .contains("was begun at " + BEGUN, "this server's 2031-05-06T09:08:09Z", "clock");
            assertRefused(ErrorCode.WRITE_TOO_OLD, Duration.ofHours(2).plusSeconds(60));
            assertRefused(ErrorCode.WRITE_FROM_FUTURE, Duration.ofHours(-1));
            assertThat(told(lines))
                    .hasSize(3)
                    .last()
                    .asString()
                    .contains("is dated " + BEGUN, "expected at most 5m after");
        } finally {
            log.detachAppender(lines);
        }
    }

    /** Other tests of this JVM refuse other writes. */
    private static List<String> told(ListAppender<ILoggingEvent> lines) {
        synchronized (lines) {
            return lines.list.stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.contains(WRITE.toString()))
                    .toList();
        }
    }
}
