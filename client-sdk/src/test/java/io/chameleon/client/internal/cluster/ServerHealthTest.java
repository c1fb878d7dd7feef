package io.chameleon.client.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ServerHealthTest {
    private static final ServerId SERVER = new ServerId("s1");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final ServerHealth health = new ServerHealth(nanos::get, Duration.ofSeconds(5));

    @Test
    void serverThatFailed_isSuspectedForAWhile() {
        assertThat(health.failed(SERVER, ErrorCode.UNAVAILABLE)).isTrue();
        nanos.addAndGet(Duration.ofMillis(4_999).toNanos());
        assertThat(health.isSuspected(SERVER)).isTrue();
        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(health.isSuspected(SERVER)).isFalse();
    }

    @Test
    void serverThatAnswers_isCleared() {
        health.failed(SERVER, ErrorCode.DEADLINE_EXCEEDED);
        health.answered(SERVER);

        assertThat(health.isSuspected(SERVER)).isFalse();
    }

    @Test
    void answersThatSayNoForGoodReason_areNoFailures() {
        assertThat(health.failed(SERVER, ErrorCode.FRAGMENT_NOT_FOUND)).isFalse();
        assertThat(health.failed(SERVER, ErrorCode.CANCELLED)).isFalse();

        assertThat(health.isSuspected(SERVER)).isFalse();
    }

    /** Eight writers have one late write each, all under way at once. */
    @Test
    void writesUnderWayAtOnce_areLateOnce() {
        long begun = nanos.get();
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        health.late(SERVER, begun);
        health.late(SERVER, begun + 1);
        assertThat(health.isSuspectedOfWrites(SERVER)).isFalse();

        long next = nanos.get();
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());
        health.late(SERVER, next);
        assertThat(health.isSuspectedOfWrites(SERVER)).isTrue();
        assertThat(health.isSuspected(SERVER)).as("of reads").isFalse();
    }
}
