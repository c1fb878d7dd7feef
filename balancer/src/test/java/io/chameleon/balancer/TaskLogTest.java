package io.chameleon.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TaskLogTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final TaskLog log = new TaskLog("reaping of the test", nanos::get);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(TaskLog.class);

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    /** Other tests of this JVM run other tasks. */
    private List<String> told() {
        synchronized (lines) {
            return lines.list.stream()
                    .map(line -> line.getLevel() + " " + line.getFormattedMessage())
                    .filter(line -> line.contains("of the test"))
                    .toList();
        }
    }

    private void pass(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private void fail(ErrorCode code, String message) {
        log.failed(new ChameleonError(code, message));
    }

    @Test
    void taskThatFailsEachSecond_isToldOnce_andWhenItFailsOtherwise_andWhenItNoLongerFails() {
        log.ended();
        fail(ErrorCode.UNAVAILABLE, "no connection, try 1");
        pass(1);
        log.ended(); // a turn in the pause after the failure, which did nothing
        fail(ErrorCode.UNAVAILABLE, "no connection, try 2");
        fail(ErrorCode.FENCED, "another leads");
        pass(9);
        log.ended();
        pass(1);
        log.ended();
        log.ended();
        fail(ErrorCode.FENCED, "another leads again");

        assertThat(told())
                .hasSize(4)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("WARN reaping of the test failed and is tried again until it does not: ")
                                .endsWith("no connection, try 1"),
                        line -> assertThat(line).startsWith("WARN ").endsWith("another leads"),
                        line -> assertThat(line).isEqualTo("INFO reaping of the test no longer fails"),
                        line -> assertThat(line).startsWith("WARN ").endsWith("another leads again"));
    }
}
