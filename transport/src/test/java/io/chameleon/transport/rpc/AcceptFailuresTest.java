package io.chameleon.transport.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcceptFailuresTest {
    private final Logger logger = Loggers.of(AcceptFailures.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final EmbeddedChannel listener = new EmbeddedChannel(new AcceptFailures());

    @BeforeEach
    void listen() {
        listener.freezeTime();
        log.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        logger.setLevel(null);
        logger.setAdditive(true);
        listener.finishAndReleaseAll();
    }

    private void fail() {
        listener.pipeline()
                .fireExceptionCaught(new IOException("accept(..) failed with error(-24): Too many open files"));
    }

    private void wait(int seconds) {
        listener.advanceTimeBy(seconds, TimeUnit.SECONDS);
        listener.runScheduledPendingTasks();
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void listenerThatCannotAccept_pauses() {
        fail();
        assertThat(listener.config().isAutoRead()).isFalse();
        wait(1);
        assertThat(listener.config().isAutoRead()).isTrue();
    }

    /** A process at its limit fails each second for as long as its clients stay. */
    @Test
    void listenerThatCannotAccept_isToldOnce_andWhenItCan() {
        for (int i = 0; i < 60; i++) {
            fail();
            wait(1);
        }
        assertThat(lines())
                .containsExactly("cannot accept connections on embedded: too many open files: 'ulimit -n' allows more");

        wait(10);
        assertThat(lines()).hasSize(2).last().isEqualTo("accepts connections on embedded again");

        fail();
        assertThat(lines()).hasSize(3);
    }
}
