package io.chameleon.transport.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.transport.rpc.Loggers;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForeignPeersTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = Loggers.named("foreign-peers-of-this-test");
    private final ForeignPeers peers = new ForeignPeers(new StrangerLog(logger, now::get), now::get);

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.WARN);
        logger.addAppender(lines);
    }

    private List<String> told() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void peerThatComesAgainAndAgain_isToldOfOnceInAWhile_withHowOftenItCame() {
        for (int i = 0; i < 600; i++) {
            peers.refused("10.0.0.1", "of cluster b");
        }
        peers.refused("10.0.0.2", "of cluster c");
        assertThat(told())
                .containsExactly(
                        "connection from 10.0.0.1 closed: of cluster b",
                        "connection from 10.0.0.2 closed: of cluster c");

        now.addAndGet(ForeignPeers.PERIOD.toNanos());
        peers.refused("10.0.0.1", "of cluster b");
        peers.refused("10.0.0.1", "of cluster b");
        assertThat(told())
                .hasSize(3)
                .last()
                .isEqualTo("connection from 10.0.0.1 closed: of cluster b; 599 more like it since the last line");
    }

    @Test
    void peersBeyondWhatIsRemembered_areToldOfAgain_andTakeNoMemory() {
        for (int i = 0; i < 100_000; i++) {
            peers.refused("host-" + i, "of cluster b");
        }
        now.addAndGet(StrangerLog.PERIOD.toNanos());
        int before = lines.list.size();
        peers.refused("host-99999", "of cluster b");
        assertThat(lines.list).hasSize(before);
        peers.refused("host-0", "of cluster b");
        assertThat(lines.list).hasSizeGreaterThan(before);
    }
}
