package io.chameleon.transport.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.rpc.Loggers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionLogTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger own = Loggers.of(ConnectionLog.class);
    private final Logger strangers = Loggers.named("connection-log-of-this-test");
    private final StrangerLog rationed = new StrangerLog(strangers, () -> 0);
    private final ConnectionLog log = new ConnectionLog(
            rationed, new ForeignPeers(rationed, () -> 0), InetSocketAddress.createUnresolved("peer.example", 7000));

    @BeforeEach
    void listen() {
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        own.setLevel(Level.DEBUG);
        own.addAppender(lines);
        strangers.setLevel(Level.WARN);
        strangers.addAppender(lines);
    }

    @AfterEach
    void stop() {
        own.detachAppender(lines);
        own.setLevel(null);
    }

    private List<ILoggingEvent> warnings() {
        return lines.list.stream()
                // Other tests of this JVM have connections, too, which log from their own threads.
                .filter(line ->
                        line.getThreadName().equals(Thread.currentThread().getName()))
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .toList();
    }

    @Test
    void endsThatHappenEveryDay_warnNobody() {
        log.failed(new IOException("connection reset by peer"));
        assertThat(warnings()).isEmpty();
    }

    @Test
    void defect_isAnErrorWithItsTrace() {
        IllegalStateException defect = new IllegalStateException("cannot be");
        log.failed(defect);
        assertThat(warnings()).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.ERROR);
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("cannot be");
        });
    }

    @Test
    void whatStrangersCause_isRationed() {
        for (int i = 0; i < StrangerLog.LINES; i++) {
            log.brokenOff(new ChameleonError(ErrorCode.PROTOCOL_ERROR, "not our\nprotocol"));
            log.failed(new IOException(new SSLHandshakeException("no cipher in common")));
            log.tooSlow("it took 3 bytes");
        }
        assertThat(warnings()).hasSize(StrangerLog.LINES).allSatisfy(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).doesNotContain("\n");
        });
    }

    @Test
    void peerOfAnotherCluster_isToldOfOnceByItsHost() {
        log.brokenOff(new ChameleonError(ErrorCode.WRONG_CLUSTER, "of cluster b"));
        log.brokenOff(new ChameleonError(ErrorCode.WRONG_CLUSTER, "of cluster b"));
        assertThat(warnings())
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("connection from peer.example closed: of cluster b");
    }
}
