package io.chameleon.transport.rpc.server;

import io.chameleon.core.Durations;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.rpc.Session;
import io.chameleon.transport.rpc.TlsErrors;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells operators how one connection began and why it ended, as loudly as it concerns them: a defect of ours is an
 * error, what a stranger may cause is rationed ({@link StrangerLog}, {@link ForeignPeers}), and what happens every day
 * is for debugging.
 */
final class ConnectionLog {
    private static final Logger log = LoggerFactory.getLogger(ConnectionLog.class);

    private final StrangerLog strangers;
    private final ForeignPeers foreigners;
    private final @Nullable SocketAddress from;
    private final String peer;

    /** @param from null if the peer was gone before it was asked for its address */
    ConnectionLog(StrangerLog strangers, ForeignPeers foreigners, @Nullable SocketAddress from) {
        this.strangers = strangers;
        this.foreigners = foreigners;
        this.from = from;
        this.peer = String.valueOf(from);
    }

    void opened(Session session) {
        log.debug(
                "connection from {}, {} ({})",
                peer,
                session.principal(),
                session.greeting().software());
    }

    void idle(Duration idle) {
        log.debug("connection from {} closed: idle for {}", peer, Durations.text(idle));
    }

    void tooSlow(String how) {
        strangers.warn("connection from {} closed: {}", peer, how);
    }

    /** We have broken it off, for a reason that the peer is told as well. */
    void brokenOff(ChameleonError why) {
        String line = OneLine.of(why.getMessage());
        if (why.code() == ErrorCode.WRONG_CLUSTER && from instanceof InetSocketAddress address) {
            foreigners.refused(address.getHostString(), line);
        } else {
            strangers.warn("connection from {} closed: {}", peer, line);
        }
    }

    /** It failed of itself. */
    void failed(Throwable cause) {
        if (cause.getCause() instanceof SSLException refused) {
            strangers.warn("connection from {} closed: {}", peer, TlsErrors.describe(refused));
        } else if (cause instanceof IOException) {
            log.debug("connection from {} lost: {}", peer, cause.getMessage());
        } else {
            log.error("connection from {} closed: a defect of this server", peer, cause);
        }
    }
}
