package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SpeakerTest {
    private final AtomicInteger said = new AtomicInteger();

    @Test
    void progress_isToldAgainAndAgain_untilItIsOver() throws InterruptedException {
        Speaker speaker = new Speaker(Duration.ofMillis(1), said::incrementAndGet);
        await().until(() -> said.get() > 3);
        speaker.close();
        int last = said.get();
        speaker.close();
        assertThat(said).as("closed twice, and silent since").hasValue(last);
    }

    @Test
    void runThatEndsBeforeTheFirstInterval_isNotHeldUp_andSaysNothing() throws InterruptedException {
        new Speaker(Duration.ofDays(1), said::incrementAndGet).close();
        assertThat(said).hasValue(0);
    }
}
