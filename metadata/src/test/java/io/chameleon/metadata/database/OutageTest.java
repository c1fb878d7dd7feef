package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OutageTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Outage outage = Outage.ofOneOfSeveral("database 1", nanos::get);

    @Test
    void callsAfterAFailure_failAtOnce_andOneASecondTries_untilOneIsAnswered() {
        assertThatCode(outage::require).doesNotThrowAnyException();
        outage.connectionFailed();
        assertThat(outage.isFailing()).isTrue();
        assertRefused();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThatCode(outage::require).doesNotThrowAnyException();
        assertRefused();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThatCode(outage::require).doesNotThrowAnyException();
        outage.answered();
        assertThatCode(outage::require).doesNotThrowAnyException();
        assertThatCode(outage::require).doesNotThrowAnyException();
    }

    private void assertRefused() {
        assertThatThrownBy(outage::require)
                .isInstanceOf(ChameleonError.class)
                .hasMessageContaining("database 1 did not answer");
    }

    @Test
    void onlyDatabase_isAlwaysTried() {
        Outage only = Outage.ofTheOnly();
        only.connectionFailed();
        assertThatCode(only::require).doesNotThrowAnyException();
        assertThat(only.isFailing()).isTrue();
        only.answered();
        assertThat(only.isFailing()).isFalse();
    }
}
