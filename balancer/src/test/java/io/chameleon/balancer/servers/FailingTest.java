package io.chameleon.balancer.servers;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FailingTest {
    private static final ServerInfo FULL =
            new ServerInfo(new ServerId("failing-full"), "h", 1, "", 1, ServerInfo.Status.UP);
    private static final ServerInfo WELL =
            new ServerInfo(new ServerId("failing-well"), "h", 2, "", 1, ServerInfo.Status.UP);

    private final Failing failing = new Failing();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final List<Logger> logs = List.of(log(Inquiry.class), log(Failing.class));

    private static Logger log(Class<?> of) {
        return (Logger) LoggerFactory.getLogger(of);
    }

    @BeforeEach
    void listen() {
        lines.start();
        logs.forEach(log -> log.setLevel(Level.INFO));
        logs.forEach(log -> log.setAdditive(false));
        logs.forEach(log -> log.addAppender(lines));
    }

    @AfterEach
    void leave() {
        logs.forEach(log -> log.detachAppender(lines));
        logs.forEach(log -> log.setAdditive(true));
        logs.forEach(log -> log.setLevel(null));
    }

    private void ask(CompletableFuture<String> answerOfFull) {
        failing.tell(
                "deletion",
                Inquiry.of(
                        List.of(FULL, WELL),
                        server -> server.equals(FULL) ? answerOfFull : CompletableFuture.completedFuture("well")));
    }

    private static CompletableFuture<String> failure(ErrorCode code, String message) {
        return CompletableFuture.failedFuture(new ChameleonError(code, message));
    }

    /** Other tests of this JVM ask other servers. */
    private List<String> told() {
        synchronized (lines) {
            return lines.list.stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.contains("failing-"))
                    .toList();
        }
    }

    @Test
    void serverThatFailsAllTheTime_isToldOnce_andWhenItFailsOtherwise_andWhenItAnswersAgain() {
        ask(failure(ErrorCode.UNAVAILABLE, "the disk is full"));
        ask(failure(ErrorCode.UNAVAILABLE, "the disk is full, 2 s later"));
        assertThat(told()).containsExactly("no deletion from 1 of 2 servers: [failing-full: the disk is full]");

        ask(failure(ErrorCode.DEADLINE_EXCEEDED, "no answer"));
        ask(CompletableFuture.completedFuture("well"));
        ask(CompletableFuture.completedFuture("well"));
        assertThat(told())
                .hasSize(3)
                .contains("no deletion from 1 of 2 servers: [failing-full: no answer]")
                .endsWith("deletion again from [failing-full]");
    }
}
