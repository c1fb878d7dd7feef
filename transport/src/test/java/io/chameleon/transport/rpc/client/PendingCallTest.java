package io.chameleon.transport.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.Fixtures;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Whose time counts: the connection's while it takes what waits, the peer's once it has the request. */
final class PendingCallTest {
    private static final long START = Long.MAX_VALUE - 1_000;
    private static final long TIMEOUT = Duration.ofSeconds(5).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong lastSent = new AtomicLong(START);
    private final PendingCall call =
            new PendingCall(new Endpoint("flash", 1), Fixtures.ping(), START, Duration.ofSeconds(5));

    @Test
    void callThatWaitsForAConnection_usesUpItsTime() {
        assertThat(call.nanosLeft(START + 2 * SECOND)).isEqualTo(3 * SECOND);
        assertThat(call.nanosLeft(START + TIMEOUT)).isZero();
    }

    @Test
    void callInAQueueThatMovesOn_keepsItsTime() {
        call.queued(lastSent::get);
        lastSent.set(START + 60 * SECOND);

        assertThat(call.nanosLeft(START + 61 * SECOND)).isEqualTo(4 * SECOND);
    }

    @Test
    void callInAQueueThatStandsStill_isOverAfterItsTime() {
        lastSent.set(START - 60 * SECOND);
        call.queued(lastSent::get);

        assertThat(call.nanosLeft(START + 2 * SECOND)).isEqualTo(3 * SECOND);
        assertThat(call.nanosLeft(START + TIMEOUT)).isZero();
    }

    @Test
    void callThatWasSent_hasAllItsTimeForThePeer_whateverElseIsSent() {
        call.queued(lastSent::get);
        call.sent(START + 60 * SECOND);
        lastSent.set(START + 64 * SECOND);

        assertThat(call.nanosLeft(START + 61 * SECOND)).isEqualTo(4 * SECOND);
        assertThat(call.nanosLeft(START + 66 * SECOND)).isNegative();
    }
}
