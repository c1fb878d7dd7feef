package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecorderTest {
    private final Recorder recorder = new Recorder();

    @Test
    void timesOfAllWorkers_areCountedOnce_inTheTotalsAndInTheirSecond() {
        Recorder.Sheet one = recorder.sheet();
        Recorder.Sheet other = recorder.sheet();
        one.succeeded(Operation.READ, TimeUnit.MILLISECONDS.toNanos(2));
        other.succeeded(Operation.READ, TimeUnit.MILLISECONDS.toNanos(2));
        other.succeeded(Operation.UPDATE, TimeUnit.MILLISECONDS.toNanos(8));
        recorder.gather(0.5, 0.5);
        one.succeeded(Operation.READ, TimeUnit.MILLISECONDS.toNanos(4));
        recorder.gather(1.5, 1);
        assertThat(recorder.totals()).containsOnlyKeys(Operation.READ, Operation.UPDATE);
        assertThat(Objects.requireNonNull(recorder.totals().get(Operation.READ)).getTotalCount())
                .isEqualTo(3);
        assertThat(recorder.seconds())
                .extracting(Result.Second::operationsPerSecond)
                .containsExactly(6.0, 1.0);
        assertThat(recorder.seconds()).extracting(Result.Second::at).containsExactly(0.5, 1.5);
    }

    /** What ends after the last full second counts, but is no second. */
    @Test
    void restOfTheRun_isInTheTotalsAlone() {
        recorder.sheet().succeeded(Operation.HEAD, 1_000);
        recorder.gather(1, 0);
        assertThat(recorder.seconds()).isEmpty();
        assertThat(Objects.requireNonNull(recorder.totals().get(Operation.HEAD)).getTotalCount())
                .isOne();
    }

    @Test
    void failures_areCounted_withOneMessageForEachCode() {
        recorder.failed(new ChameleonError(ErrorCode.UNAVAILABLE, "first"));
        recorder.failed(new CompletionException(new ChameleonError(ErrorCode.UNAVAILABLE, "second")));
        recorder.failed(new ChameleonError(ErrorCode.DEVICE_FULL, "full"));
        assertThat(recorder.errors()).isEqualTo(3);
        assertThat(recorder.errorExamples()).containsOnly(entry("UNAVAILABLE", "first"), entry("DEVICE_FULL", "full"));
    }
}
