package io.chameleon.client.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ManualClock;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ServerHealthTest {
    private static final ServerId SERVER = new ServerId("s1");

    private final ManualClock clock = new ManualClock();
    private final ServerHealth health = new ServerHealth(clock, Duration.ofSeconds(5));

    @Test
    void serverThatFailed_isSuspectedForAWhile() {
        assertThat(health.failed(SERVER, ErrorCode.UNAVAILABLE)).isTrue();
        clock.advance(Duration.ofMillis(4_999));
        assertThat(health.isSuspected(SERVER)).isTrue();
        clock.advance(Duration.ofMillis(1));
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
}
